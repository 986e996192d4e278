import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { hasErrorCode, type ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import { delay, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { addressRoutes } from '@contract/site/address-routes';
import { failureShown, savedShown } from '@/features/site/ui/ui-slice';
import { pickChanged } from '@/lib/omit-empty';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';

export type Address = EndpointData<'listAddresses'>['data'][number];
type AddressFields = NonNullable<EndpointInput<'createAddress'>['body']>;
export type AddressForm = EndpointData<'getAddressForm'>;
/** Request and response of the address check. */
export type CheckedAddress = NonNullable<EndpointInput<'validateTaxAddress'>['body']>;
/** `suggestion` is the usual spelling; null if it equals the input. */
export interface AddressCheck {
  typed: CheckedAddress;
  messages: string[];
  suggestion: CheckedAddress | null;
}

interface AddressState {
  status: 'idle' | 'pending' | 'ready' | 'failed';
  list: Address[];
  error: ApiFailure | null;
  /** Address fields by country code; null for countries without rules, which get the usual fields. */
  forms: Record<string, AddressForm | null>;
  saving: { status: 'idle' | 'pending' | 'saved' | 'failed'; error: ApiFailure | null };
  /** Check of the latest input; null before the response, and if the backend has no check. */
  check: AddressCheck | null;
}

declare module '@/store/state' {
  interface StoreState {
    address: AddressState;
  }
}

const initialState: AddressState = {
  status: 'idle',
  list: [],
  error: null,
  forms: {},
  saving: { status: 'idle', error: null },
  check: null,
};

const addressSlice = createSlice({
  name: 'address',
  initialState,
  reducers: {
    addressesRequested(state) {
      if (state.status !== 'ready') state.status = 'pending';
      state.error = null;
    },
    addressesLoaded(state, { payload }: PayloadAction<Address[]>) {
      state.status = 'ready';
      state.list = payload;
    },
    addressesFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
    /** @param payload country code, ISO 3166 alpha-2 */
    addressFormRequested(_state, _action: PayloadAction<string>) {},
    addressFormLoaded(state, { payload }: PayloadAction<{ country: string; form: AddressForm | null }>) {
      state.forms[payload.country] = payload.form;
    },
    /** Without `id`, adds an address; without `fields`, only makes the address the default. */
    addressSaved(
      state,
      _action: PayloadAction<{ id?: string; fields?: AddressFields; revision?: number | undefined }>,
    ) {
      state.saving = { status: 'pending', error: null };
    },
    addressStored(state) {
      state.saving = { status: 'saved', error: null };
    },
    addressFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.saving = { status: 'failed', error: payload };
    },
    addressFormOpened(state) {
      state.saving = initialState.saving;
      state.check = null;
    },
    addressTyped(_state, _action: PayloadAction<CheckedAddress>) {},
    addressChecked(state, { payload }: PayloadAction<AddressCheck>) {
      state.check = payload;
    },
    /** Removed from the list immediately; restored if the request fails. */
    addressDeleted(state, { payload }: PayloadAction<string>) {
      state.list = state.list.filter(({ _id }) => _id !== payload);
    },
  },
});

export const {
  addressesRequested,
  addressFormRequested,
  addressSaved,
  addressFormOpened,
  addressDeleted,
  addressTyped,
} = addressSlice.actions;
const { addressChecked } = addressSlice.actions;
const { addressesLoaded, addressesFailed, addressFormLoaded, addressStored, addressFailed } = addressSlice.actions;

export const selectAddresses = (state: StoreState) => state.address;
export const selectAddressForm = (country: string) => (state: StoreState) => state.address.forms[country];

/** More than an account can have. */
const MAX_ADDRESSES = 100;

const fetchAddresses = () => callEndpoint(addressRoutes.listAddresses, { query: { limit: MAX_ADDRESSES } });

const load = withFailure(function* () {
  yield put(addressesLoaded((yield* fetchAddresses()).data));
}, addressesFailed);

function* loadForm({ payload: country }: ReturnType<typeof addressFormRequested>) {
  if ((yield* selectState(selectAddressForm(country))) !== undefined) return;
  const form = yield* callEndpoint(addressRoutes.getAddressForm, { params: { country } });
  yield put(addressFormLoaded({ country, form }));
}

/** The call takes the whole address, which another tab or device may have changed: loads it first. */
function* fetchAsDefault(id: string | undefined) {
  const { data } = yield* fetchAddresses();
  return { ...data.find(({ _id }) => _id === id), isDefault: true } as AddressFields;
}

const save = withFailure(function* ({ payload: { id, fields, revision } }: ReturnType<typeof addressSaved>) {
  const { description, ...rest } = fields ?? (yield* fetchAsDefault(id));
  // Omits the description if it is and was empty.
  const before = (yield* selectState(selectAddresses)).list.find(({ _id }) => _id === id);
  const body = { ...rest, ...pickChanged({ description }, before) };
  try {
    if (id === undefined) yield* callEndpoint(addressRoutes.createAddress, { body });
    else yield* callEndpoint(addressRoutes.updateAddress, { params: { id }, body }, { revision });
  } catch (error) {
    // Loads the changes that were saved elsewhere, so that the form can show them.
    if (hasErrorCode(error, 'CHANGED_ELSEWHERE')) yield put(addressesLoaded((yield* fetchAddresses()).data));
    throw error;
  }
  yield put(addressStored());
  yield put(savedShown());
  yield put(addressesRequested());
}, addressFailed);

function* remove({ payload: id }: ReturnType<typeof addressDeleted>) {
  yield* callEndpoint(addressRoutes.deleteAddress, { params: { id } });
  yield put(addressesRequested());
}

const CHECK_AFTER_MS = 500;

function* check({ payload: typed }: ReturnType<typeof addressTyped>) {
  yield delay(CHECK_AFTER_MS);
  const { address, messages = [] } = yield* callEndpoint(paymentRoutes.validateTaxAddress, { body: typed });
  const names = Object.keys(typed) as (keyof CheckedAddress)[];
  const isAsTyped = names.every((name) => !address[name] || address[name] === typed[name]);
  yield put(addressChecked({ typed, messages, suggestion: isAsTyped ? null : address }));
}

export const addressFeature: Feature = {
  name: 'address',
  reducer: addressSlice.reducer,
  *saga() {
    yield takeLatest(addressesRequested, load);
    yield takeEvery(
      addressFormRequested,
      // A country without rules gets the usual fields, and so does any country if the request fails.
      withFailure(loadForm, (_failure, { payload: country }) => addressFormLoaded({ country, form: null })),
    );
    yield takeLeading(addressSaved, save);
    // If the check fails, nothing is shown: the address can be saved anyway.
    yield takeLatest(addressTyped, withFailure(check));
    yield takeEvery(
      addressDeleted,
      withFailure(remove, (failure) => [failureShown(failure), addressesRequested()]),
    );
  },
};

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
/** What the address check takes and gives back. */
export type CheckedAddress = NonNullable<EndpointInput<'validateTaxAddress'>['body']>;
/** What the check said of an address: in words, and how it is usually written, where that is another way. */
export interface AddressCheck {
  typed: CheckedAddress;
  messages: string[];
  suggestion: CheckedAddress | null;
}

interface AddressState {
  status: 'idle' | 'pending' | 'ready' | 'failed';
  list: Address[];
  error: ApiFailure | null;
  /** The fields of a country's addresses by its code; null for one that is not known there: the usual fields then. */
  forms: Record<string, AddressForm | null>;
  saving: { status: 'idle' | 'pending' | 'saved' | 'failed'; error: ApiFailure | null };
  /** Of the address typed last; null before there is an answer, and where nobody checks. */
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
    /** @param payload two letters */
    addressFormRequested(_state, _action: PayloadAction<string>) {},
    addressFormLoaded(state, { payload }: PayloadAction<{ country: string; form: AddressForm | null }>) {
      state.forms[payload.country] = payload.form;
    },
    /** Without an id a new one; without fields it becomes the default, and stays as it is. */
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
    /** The form is opened anew. */
    addressFormOpened(state) {
      state.saving = initialState.saving;
      state.check = null;
    },
    /** As much of an address stands in the form as the check needs. */
    addressTyped(_state, _action: PayloadAction<CheckedAddress>) {},
    addressChecked(state, { payload }: PayloadAction<AddressCheck>) {
      state.check = payload;
    },
    /** Gone from the list at once; it comes back when the server refuses. */
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
/** Undefined until it is known. */
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

/** The call takes the whole address, which another tab or device can have changed. */
function* fetchAsDefault(id: string | undefined) {
  const { data } = yield* fetchAddresses();
  return { ...data.find(({ _id }) => _id === id), isDefault: true } as AddressFields;
}

const save = withFailure(function* ({ payload: { id, fields, revision } }: ReturnType<typeof addressSaved>) {
  const { description, ...rest } = fields ?? (yield* fetchAsDefault(id));
  // A note that is empty and was empty before is none.
  const before = (yield* selectState(selectAddresses)).list.find(({ _id }) => _id === id);
  const body = { ...rest, ...pickChanged({ description }, before) };
  try {
    if (id === undefined) yield* callEndpoint(addressRoutes.createAddress, { body });
    else yield* callEndpoint(addressRoutes.updateAddress, { params: { id }, body }, { revision });
  } catch (error) {
    // What was saved elsewhere meanwhile is loaded first, so that the form can show it.
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

/** Milliseconds after the last key before an address is checked. */
const CHECK_AFTER_MS = 500;

function* check({ payload: typed }: ReturnType<typeof addressTyped>) {
  yield delay(CHECK_AFTER_MS);
  const { address, messages = [] } = yield* callEndpoint(paymentRoutes.validateTaxAddress, { body: typed });
  const names = Object.keys(typed) as (keyof CheckedAddress)[];
  const isAsTyped = names.every((name) => !address[name] || address[name] === typed[name]);
  yield put(addressChecked({ typed, messages, suggestion: isAsTyped ? null : address }));
}

/** Where things that were bought are sent to. */
export const addressFeature: Feature = {
  name: 'address',
  reducer: addressSlice.reducer,
  *saga() {
    yield takeLatest(addressesRequested, load);
    yield takeEvery(
      addressFormRequested,
      // A country without rules, or a backend that has none: the usual fields do.
      withFailure(loadForm, (_failure, { payload: country }) => addressFormLoaded({ country, form: null })),
    );
    yield takeLeading(addressSaved, save);
    // A check that fails says nothing: the address is saved as it was typed.
    yield takeLatest(addressTyped, withFailure(check));
    yield takeEvery(
      addressDeleted,
      withFailure(remove, (failure) => [failureShown(failure), addressesRequested()]),
    );
  },
};

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import { put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { addressRoutes } from '@contract/site/address-routes';
import { failureShown, savedShown } from '@/features/site/ui/ui-slice';
import { changed } from '@/lib/filled';
import { attempt } from '@/store/attempt';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';

export type Address = EndpointData<'listAddresses'>['data'][number];
type AddressFields = NonNullable<EndpointInput<'createAddress'>['body']>;
export type AddressForm = EndpointData<'getAddressForm'>;

interface AddressState {
  status: 'idle' | 'pending' | 'ready' | 'failed';
  list: Address[];
  error: ApiFailure | null;
  /** The fields of a country's addresses by its code; null for one that is not known there: the usual fields then. */
  forms: Record<string, AddressForm | null>;
  saving: { status: 'idle' | 'pending' | 'saved' | 'failed'; error: ApiFailure | null };
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
};

const addressSlice = createSlice({
  name: 'address',
  initialState,
  reducers: {
    addressesWanted(state) {
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
    addressFormWanted(_state, _action: PayloadAction<string>) {},
    addressFormLoaded(state, { payload }: PayloadAction<{ country: string; form: AddressForm | null }>) {
      state.forms[payload.country] = payload.form;
    },
    /** Without an id a new one; without fields it becomes the default, and stays as it is. */
    addressSaved(state, _action: PayloadAction<{ id?: string; fields?: AddressFields }>) {
      state.saving = { status: 'pending', error: null };
    },
    addressSettled(state) {
      state.saving = { status: 'saved', error: null };
    },
    addressRefused(state, { payload }: PayloadAction<ApiFailure>) {
      state.saving = { status: 'failed', error: payload };
    },
    /** The form is opened anew. */
    addressFormOpened(state) {
      state.saving = initialState.saving;
    },
    /** Gone from the list at once; it comes back when the server refuses. */
    addressDeleted(state, { payload }: PayloadAction<string>) {
      state.list = state.list.filter(({ _id }) => _id !== payload);
    },
  },
});

export const { addressesWanted, addressFormWanted, addressSaved, addressFormOpened, addressDeleted } =
  addressSlice.actions;
const { addressesLoaded, addressesFailed, addressFormLoaded, addressSettled, addressRefused } = addressSlice.actions;

export const selectAddresses = (state: StoreState) => state.address;
/** Undefined until it is known. */
export const selectAddressForm = (country: string) => (state: StoreState) => state.address.forms[country];

/** More than an account may have. */
const most = 100;

const list = () => callEndpoint(addressRoutes.listAddresses, { query: { limit: most } });

const load = attempt(function* () {
  yield put(addressesLoaded((yield* list()).data));
}, addressesFailed);

function* loadForm({ payload: country }: ReturnType<typeof addressFormWanted>) {
  if ((yield* selectState(selectAddressForm(country))) !== undefined) return;
  const form = yield* callEndpoint(addressRoutes.getAddressForm, { params: { country } });
  yield put(addressFormLoaded({ country, form }));
}

/** The whole address, as the call takes it, read anew: another tab or device may have changed it. */
function* asDefault(id: string | undefined) {
  const { data } = yield* list();
  return { ...data.find(({ _id }) => _id === id), isDefault: true } as AddressFields;
}

const save = attempt(function* ({ payload: { id, fields } }: ReturnType<typeof addressSaved>) {
  const { description, ...rest } = fields ?? (yield* asDefault(id));
  // A note that is empty and was empty before is none.
  const before = (yield* selectState(selectAddresses)).list.find(({ _id }) => _id === id);
  const body = { ...rest, ...changed({ description }, before) };
  if (id === undefined) yield* callEndpoint(addressRoutes.createAddress, { body });
  else yield* callEndpoint(addressRoutes.updateAddress, { params: { id }, body });
  yield put(addressSettled());
  yield put(savedShown());
  yield put(addressesWanted());
}, addressRefused);

function* remove({ payload: id }: ReturnType<typeof addressDeleted>) {
  yield* callEndpoint(addressRoutes.deleteAddress, { params: { id } });
  yield put(addressesWanted());
}

/** Where things that were bought are sent to. */
export const addressFeature: Feature = {
  name: 'address',
  reducer: addressSlice.reducer,
  *saga() {
    yield takeLatest(addressesWanted, load);
    yield takeEvery(
      addressFormWanted,
      // A country without rules, or a backend that has none: the usual fields do.
      attempt(loadForm, (_failure, { payload: country }) => addressFormLoaded({ country, form: null })),
    );
    yield takeLeading(addressSaved, save);
    yield takeEvery(
      addressDeleted,
      attempt(remove, (failure) => [failureShown(failure), addressesWanted()]),
    );
  },
};

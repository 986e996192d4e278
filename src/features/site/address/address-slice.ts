import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type Address = EndpointData<'listAddresses'>['data'][number];
export type AddressFields = NonNullable<EndpointInput<'createAddress'>['body']>;
export type AddressForm = EndpointData<'getAddressForm'>;

export interface AddressState {
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

export const addressSlice = createSlice({
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
    /** Without an id a new one. */
    addressSaved(state, _action: PayloadAction<{ id?: string; fields: AddressFields }>) {
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

export const {
  addressesWanted,
  addressesLoaded,
  addressesFailed,
  addressFormWanted,
  addressFormLoaded,
  addressSaved,
  addressSettled,
  addressRefused,
  addressFormOpened,
  addressDeleted,
} = addressSlice.actions;

export const selectAddresses = (state: StoreState) => state.address;
/** Undefined until it is known. */
export const selectAddressForm = (country: string) => (state: StoreState) => state.address.forms[country];

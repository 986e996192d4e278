import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type ApiKey = EndpointData<'listApiKeys'>['data'][number];
export type NewApiKey = EndpointInput<'createApiKey'>['body'];

interface ActState {
  isBusy: boolean;
  error: ApiFailure | null;
}

export interface ApiKeyState {
  list: ApiKey[] | null;
  error: ApiFailure | null;
  /** Shown once; the backend does not send it again. */
  created: { name: string; key: string } | null;
  creating: ActState;
  revoking: ActState & { id: string | null };
}

declare module '@/store/state' {
  interface StoreState {
    apiKey: ApiKeyState;
  }
}

const IDLE: ActState = { isBusy: false, error: null };
const initialState: ApiKeyState = {
  list: null,
  error: null,
  created: null,
  creating: IDLE,
  revoking: { ...IDLE, id: null },
};

export const apiKeySlice = createSlice({
  name: 'apiKey',
  initialState,
  reducers: {
    apiKeysRequested(state) {
      state.error = null;
    },
    apiKeysLoaded(state, { payload }: PayloadAction<ApiKey[]>) {
      state.list = payload;
      state.error = null;
    },
    apiKeysFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.error = payload;
    },
    apiKeyFormOpened(state) {
      state.creating = IDLE;
    },
    apiKeyCreateRequested(state, _action: PayloadAction<NewApiKey>) {
      state.creating = { isBusy: true, error: null };
    },
    apiKeyCreated(state, { payload: { key, ...row } }: PayloadAction<EndpointData<'createApiKey'>>) {
      state.created = { name: row.name, key };
      state.list = [row, ...(state.list ?? [])];
    },
    /** Also after the confirmation was dismissed. */
    apiKeyCreateEnded(state, { payload: error }: PayloadAction<ApiFailure | null>) {
      state.creating = { isBusy: false, error };
    },
    createdKeyDismissed(state) {
      state.created = null;
    },
    apiKeyRevokeRequested(state, { payload: id }: PayloadAction<string>) {
      state.revoking = { id, isBusy: true, error: null };
    },
    apiKeyRevoked(state, { payload: id }: PayloadAction<string>) {
      state.list = (state.list ?? []).filter(({ _id }) => _id !== id);
      state.revoking = initialState.revoking;
    },
    apiKeyRevokeFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.revoking.isBusy = false;
      state.revoking.error = payload;
    },
    apiKeyRevokeClosed(state) {
      state.revoking = initialState.revoking;
    },
  },
});

export const {
  apiKeysRequested,
  apiKeysLoaded,
  apiKeysFailed,
  apiKeyFormOpened,
  apiKeyCreateRequested,
  apiKeyCreated,
  apiKeyCreateEnded,
  createdKeyDismissed,
  apiKeyRevokeRequested,
  apiKeyRevoked,
  apiKeyRevokeFailed,
  apiKeyRevokeClosed,
} = apiKeySlice.actions;

export const selectApiKeys = (state: StoreState) => state.apiKey;

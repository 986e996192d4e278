import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { pushRoutes } from '@contract/conversation/push-routes';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { PushPermission } from '@/services/push-device';
import { selectSupportsCall } from '@/store/backend';
import type { StoreState } from '@/store/state';

export type PushDevice = EndpointData<'listPushSubscriptions'>['data'][number];

interface PushState {
  /** Null until read in the browser. */
  permission: PushPermission | null;
  /** Null until loaded. */
  devices: PushDevice[] | null;
  loadError: ApiFailure | null;
  isBusy: boolean;
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    push: PushState;
  }
}

const initialState: PushState = { permission: null, devices: null, loadError: null, isBusy: false, error: null };

const start = (state: PushState) => {
  state.isBusy = true;
  state.error = null;
};

export const pushSlice = createSlice({
  name: 'push',
  initialState,
  reducers: {
    permissionRead(state, { payload }: PayloadAction<PushPermission>) {
      state.permission = payload;
    },
    pushDevicesRequested(state) {
      state.loadError = null;
    },
    devicesLoaded(state, { payload }: PayloadAction<PushDevice[]>) {
      state.devices = payload;
    },
    devicesFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.loadError = payload;
    },
    pushOnRequested: start,
    pushOffRequested: (state, _action: PayloadAction<PushDevice>) => start(state),
    deviceAdded(state, { payload }: PayloadAction<PushDevice>) {
      state.devices = [payload, ...(state.devices ?? []).filter(({ isCurrent }) => !isCurrent)];
    },
    deviceRemoved(state, { payload }: PayloadAction<string>) {
      state.devices = state.devices?.filter(({ _id }) => _id !== payload) ?? null;
    },
    pushDone(state) {
      state.isBusy = false;
    },
    pushFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.isBusy = false;
      state.error = payload;
    },
  },
});

export const { pushDevicesRequested, pushOnRequested, pushOffRequested } = pushSlice.actions;

/** False until the feature, which comes after the page, has loaded. */
export const selectIsPushLoaded = (state: Partial<StoreState>): boolean => state.push !== undefined;

export const selectPush = (state: StoreState) => state.push;
export const selectHasPush = selectSupportsCall(pushRoutes.addPushSubscription);

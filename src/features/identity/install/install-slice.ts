import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { InstallWay } from '@/services/install-prompt';
import type { StoreState } from '@/store/state';

interface InstallState {
  /** Null if the site is installed, or the browser cannot install it. */
  way: InstallWay | null;
  areStepsOpen: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    install: InstallState;
  }
}

const initialState: InstallState = { way: null, areStepsOpen: false };

export const installSlice = createSlice({
  name: 'install',
  initialState,
  reducers: {
    installWayChanged(state, { payload }: PayloadAction<InstallWay | null>) {
      state.way = payload;
    },
    installRequested(state) {
      state.areStepsOpen = state.way === 'steps';
    },
    stepsClosed(state) {
      state.areStepsOpen = false;
    },
  },
});

export const { installWayChanged, installRequested, stepsClosed } = installSlice.actions;

/** The feature loads after the page. */
const find = (state: StoreState) => (state as Partial<StoreState>).install;

export const selectCanInstall = (state: StoreState): boolean => (find(state)?.way ?? null) !== null;
export const selectAreInstallStepsOpen = (state: StoreState): boolean => find(state)?.areStepsOpen === true;

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type PreferenceChange = NonNullable<EndpointInput<'updatePreferences'>['body']>;
export type DataExport = NonNullable<EndpointData<'getDataExport'>['export']>;
export type Deletion = EndpointData<'getDeletion'>;
export type DeletionRequest = NonNullable<EndpointInput<'requestDeletion'>['body']>;

type PrivacyAct = 'preferences' | 'export' | 'delete' | 'keep' | 'resendEmail' | 'cancelEmail';

export interface PrivacyState {
  /** Undefined until it was asked for; null when there is none. */
  archive: DataExport | null | undefined;
  deletion: Deletion | null;
  loadError: ApiFailure | null;
  act: { name: PrivacyAct | null; isBusy: boolean; error: ApiFailure | null };
}

declare module '@/store/state' {
  interface StoreState {
    privacy: PrivacyState;
  }
}

const rest = { name: null, isBusy: false, error: null };
const initialState: PrivacyState = { archive: undefined, deletion: null, loadError: null, act: rest };

const begin = (name: PrivacyAct) => (state: PrivacyState) => {
  state.act = { name, isBusy: true, error: null };
};

export const privacySlice = createSlice({
  name: 'privacy',
  initialState,
  reducers: {
    /** The page shows what belongs to the person. */
    ownDataWanted(state) {
      state.loadError = null;
    },
    ownDataLoaded(state, { payload }: PayloadAction<{ archive: DataExport | null; deletion: Deletion }>) {
      state.archive = payload.archive;
      state.deletion = payload.deletion;
    },
    ownDataFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.loadError = payload;
    },
    archiveChanged(state, { payload }: PayloadAction<DataExport | null>) {
      state.archive = payload;
    },
    preferencesChanged: (state, _action: PayloadAction<PreferenceChange>) => begin('preferences')(state),
    exportWanted: begin('export'),
    deletionWanted: (state, _action: PayloadAction<DeletionRequest>) => begin('delete')(state),
    accountKept: begin('keep'),
    emailChangeResent: begin('resendEmail'),
    emailChangeCancelled: begin('cancelEmail'),
    actDone(state) {
      state.act = rest;
    },
    actFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.act.isBusy = false;
      state.act.error = payload;
    },
  },
});

export const {
  ownDataWanted,
  ownDataLoaded,
  ownDataFailed,
  archiveChanged,
  preferencesChanged,
  exportWanted,
  deletionWanted,
  accountKept,
  emailChangeResent,
  emailChangeCancelled,
  actDone,
  actFailed,
} = privacySlice.actions;

export const selectPrivacy = (state: StoreState) => state.privacy;

/** How the last attempt at this went; also where nothing of the feature is there yet. */
export const selectPrivacyAct =
  (name: PrivacyAct) =>
  ({ privacy }: Partial<StoreState>) =>
    privacy?.act.name === name ? privacy.act : rest;

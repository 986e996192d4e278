import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import { all, call, delay, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { currentUserLoaded, type CurrentUser } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { takeInOrder } from '@/store/take-by';
import { createSensitiveAction, toNoInput } from '@/store/with-reauth';

export type PreferenceChange = NonNullable<EndpointInput<'updatePreferences'>['body']>;
export type DataExport = NonNullable<EndpointData<'getDataExport'>['export']>;
export type Deletion = EndpointData<'getDeletion'>;
type DeletionRequest = NonNullable<EndpointInput<'requestDeletion'>['body']>;

type PrivacyAct = 'preferences' | 'export' | 'delete' | 'keep' | 'resendEmail' | 'cancelEmail';

interface PrivacyState {
  /** Undefined until loaded; null if there is none. */
  archive: DataExport | null | undefined;
  deletion: Deletion | null;
  loadError: ApiFailure | null;
  /** By action; absent before the first attempt. */
  acts: Partial<Record<PrivacyAct, { isBusy: boolean; error: ApiFailure | null }>>;
  /** Choices that are not saved yet, oldest first; shown as chosen. */
  unsaved: PreferenceChange[];
}

declare module '@/store/state' {
  interface StoreState {
    privacy: PrivacyState;
  }
}

const IDLE = { isBusy: false, error: null };
const initialState: PrivacyState = { archive: undefined, deletion: null, loadError: null, acts: {}, unsaved: [] };

const startAct = (name: PrivacyAct) => (state: PrivacyState) => {
  for (const act of Object.values(state.acts)) act.error = null;
  state.acts[name] = { isBusy: true, error: null };
};

const privacySlice = createSlice({
  name: 'privacy',
  initialState,
  reducers: {
    ownDataRequested(state) {
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
    preferencesChanged(state, { payload }: PayloadAction<PreferenceChange>) {
      startAct('preferences')(state);
      state.unsaved.push(payload);
    },
    preferencesSettled(state) {
      state.unsaved.shift();
    },
    exportRequested: startAct('export'),
    deletionRequested: (state, _action: PayloadAction<DeletionRequest>) => startAct('delete')(state),
    accountKept: startAct('keep'),
    emailChangeResent: startAct('resendEmail'),
    emailChangeCancelled: startAct('cancelEmail'),
    /** An error stays, because an earlier one of several choices may have failed. */
    actDone(state, { payload: name }: PayloadAction<PrivacyAct>) {
      const act = state.acts[name];
      if (act) act.isBusy = false;
    },
    actFailed(state, { payload: { name, error } }: PayloadAction<{ name: PrivacyAct; error: ApiFailure }>) {
      state.acts[name] = { isBusy: false, error };
    },
  },
});

export const {
  ownDataRequested,
  preferencesChanged,
  exportRequested,
  deletionRequested,
  accountKept,
  emailChangeResent,
  emailChangeCancelled,
} = privacySlice.actions;
const { ownDataLoaded, ownDataFailed, archiveChanged, preferencesSettled, actDone, actFailed } = privacySlice.actions;

export const selectPrivacy = (state: StoreState) => state.privacy;

const NO_PREFERENCES: PreferenceChange[] = [];

export const selectUnsavedPreferences = ({ privacy }: Partial<StoreState>) => privacy?.unsaved ?? NO_PREFERENCES;

/** Also works before the feature has been loaded. */
export const selectPrivacyAct =
  (name: PrivacyAct) =>
  ({ privacy }: Partial<StoreState>) =>
    privacy?.acts[name] ?? IDLE;

/** Doubled after each failed poll, up to a minute. */
const POLL_INTERVAL_MS = 3_000;

const loadOwnData = withFailure(function* () {
  const [{ export: archive }, deletion] = (yield all([
    call(callEndpoint, accountRoutes.getDataExport),
    call(callEndpoint, accountRoutes.getDeletion),
  ])) as [EndpointData<'getDataExport'>, EndpointData<'getDeletion'>];
  yield put(ownDataLoaded({ archive, deletion }));
  yield* pollArchive();
}, ownDataFailed);

function* pollArchive(): Generator {
  if (typeof window === 'undefined') return;
  let pauseMs = POLL_INTERVAL_MS;
  while ((yield* selectState((state) => selectPrivacy(state).archive?.status)) === 'pending') {
    yield delay(pauseMs);
    try {
      yield put(archiveChanged((yield* callEndpoint(accountRoutes.getDataExport)).export));
      pauseMs = POLL_INTERVAL_MS;
    } catch {
      // The next poll may succeed, and a mail announces the archive, too.
      pauseMs = Math.min(pauseMs * 2, 60_000);
    }
  }
}

const act = (name: PrivacyAct) =>
  createSensitiveAction({ done: () => actDone(name), failed: (error) => actFailed({ name, error }) });

const createAccountUpdate = (text: string) =>
  function* settle(me: CurrentUser): Generator {
    yield put(currentUserLoaded(me));
    yield put(toastShown({ text, tone: 'success' }));
  };

const savePreferences = act('preferences')(
  accountRoutes.updatePreferences,
  (body: PreferenceChange) => ({ body }),
  createAccountUpdate('Changes saved'),
);

export const privacyFeature: Feature = {
  name: 'privacy',
  reducer: privacySlice.reducer,
  *saga() {
    yield takeLatest(ownDataRequested, loadOwnData);
    // Each response is the whole account, so a late one would undo a later choice.
    yield takeInOrder(preferencesChanged, function* save(action) {
      yield* savePreferences(action);
      yield put(preferencesSettled());
    });
    yield takeLeading(
      exportRequested,
      act('export')(accountRoutes.requestDataExport, toNoInput, function* ({ export: archive }) {
        yield put(archiveChanged(archive));
        yield put(actDone('export'));
        yield* pollArchive();
      }),
    );
    yield takeLeading(
      deletionRequested,
      act('delete')(
        accountRoutes.requestDeletion,
        (body: DeletionRequest) => ({ body }),
        function* (me) {
          yield put(currentUserLoaded(me));
          yield put(ownDataRequested());
        },
      ),
    );
    yield takeLeading(
      accountKept,
      act('keep')(accountRoutes.cancelDeletion, toNoInput, function* (me) {
        yield* createAccountUpdate('Your account stays')(me);
        yield put(ownDataRequested());
      }),
    );
    yield takeLeading(
      emailChangeResent,
      act('resendEmail')(accountRoutes.resendEmailChange, toNoInput, createAccountUpdate('We sent the link again')),
    );
    yield takeLeading(
      emailChangeCancelled,
      act('cancelEmail')(accountRoutes.cancelEmailChange, toNoInput, createAccountUpdate('Your email stays as it is')),
    );
  },
};

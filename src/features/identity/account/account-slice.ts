import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { apiKeyRoutes } from '@contract/identity/api-key-routes';
import { accountRoutes } from '@contract/identity/account-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import type { EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import type { StoreState } from '@/store/state';

/** Sections with a single file, named like the form field of the upload. */
const fileSections = [
  'avatar',
  'cover',
  'idVerification',
  'documentVerification',
  'welcome-video',
  'welcome-message-photo',
  'welcome-message-video',
] as const;
const sections = ['profile', 'password', 'welcome', 'video', ...fileSections] as const;

export type FileSection = (typeof fileSections)[number];
export type AccountSection = (typeof sections)[number];

interface SectionState {
  status: 'idle' | 'pending' | 'saved' | 'failed';
  error: ApiFailure | null;
  progress: number;
}

export type AccountState = Record<AccountSection, SectionState>;

declare module '@/store/state' {
  interface StoreState {
    account: AccountState;
  }
}

export type FanProfile = NonNullable<EndpointInput<'updateMe'>['body']>;
export type CreatorProfile = NonNullable<EndpointInput<'updatePerformer'>['body']>;

/** @param revision of the account when the form was opened */
const withRevision = <P>(payload: P, revision?: number) => ({ payload, meta: { revision } });
export const fanProfileSaved = createAction('account/fanProfileSaved', withRevision<FanProfile>);
export const creatorProfileSaved = createAction('account/creatorProfileSaved', withRevision<CreatorProfile>);
export const passwordSaved = createAction<{ password: string }>('account/passwordSaved');
export const welcomeSaved = createAction('account/welcomeSaved', withRevision<Pick<CreatorProfile, 'welcomeMessage'>>);
export const welcomeVideoToggled =
  createAction<Pick<CreatorProfile, 'activateWelcomeVideo'>>('account/welcomeVideoToggled');
export const welcomeVideoRemoved = createAction('account/welcomeVideoRemoved');
export const welcomeFileRemoved = createAction<string>('account/welcomeFileRemoved');
export const fileChosen = createAction<{ section: FileSection; file: File }>('account/fileChosen');

const idle: SectionState = { status: 'idle', error: null, progress: 0 };
const pending: SectionState = { ...idle, status: 'pending' };
const initialState = Object.fromEntries(sections.map((section) => [section, idle])) as AccountState;

export const accountSlice = createSlice({
  name: 'account',
  initialState,
  reducers: {
    /** The form of a section appears. A change of an earlier visit may still be pending. */
    sectionOpened(state, { payload }: PayloadAction<AccountSection>) {
      if (state[payload].status !== 'pending') state[payload] = idle;
    },
    sectionProgressed(state, { payload }: PayloadAction<{ section: AccountSection; progress: number }>) {
      state[payload.section].progress = payload.progress;
    },
    sectionSaved(state, { payload }: PayloadAction<AccountSection>) {
      state[payload] = { ...idle, status: 'saved' };
    },
    /** The user dismissed the identity check, so nothing was saved and nothing failed. */
    sectionCancelled(state, { payload }: PayloadAction<AccountSection>) {
      state[payload] = idle;
    },
    sectionFailed(state, { payload }: PayloadAction<{ section: AccountSection; error: ApiFailure }>) {
      state[payload.section] = { ...idle, status: 'failed', error: payload.error };
    },
  },
  extraReducers: (builder) => {
    builder.addCase(fanProfileSaved, (state) => void (state.profile = pending));
    builder.addCase(creatorProfileSaved, (state) => void (state.profile = pending));
    builder.addCase(passwordSaved, (state) => void (state.password = pending));
    builder.addCase(welcomeSaved, (state) => void (state.welcome = pending));
    builder.addCase(welcomeFileRemoved, (state) => void (state.welcome = pending));
    builder.addCase(welcomeVideoToggled, (state) => void (state.video = pending));
    builder.addCase(welcomeVideoRemoved, (state) => void (state.video = pending));
    builder.addCase(fileChosen, (state, { payload }) => void (state[payload.section] = pending));
  },
});

export const { sectionOpened, sectionProgressed, sectionSaved, sectionCancelled, sectionFailed } = accountSlice.actions;
export const selectSection = (section: AccountSection) => (state: StoreState) => state.account[section];

/** Pages hide features that the backend does not support. Decisions 6. */
export const selectHasApiKeys = selectSupportsCall(apiKeyRoutes.listApiKeys);
export const selectHasSessions = selectSupportsCall(accountRoutes.listSessions);
export const selectHasPreferences = selectSupportsCall(accountRoutes.updatePreferences);
export const selectHasExport = selectSupportsCall(accountRoutes.getDataExport);
export const selectHasTwoFactor = selectSupportsCall(authRoutes.getTwoFactorStatus);
export const selectHasLinkedLogins = selectSupportsCall(authRoutes.listLinkedLogins);

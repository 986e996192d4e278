import { call, put, takeEvery, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { performerRoutes } from '@contract/identity/performer-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import { publicEnv } from '@/config/env';
import { currentUserLoaded, currentUserRequested, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { hashPassword } from '@/services/password-hash';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { selectServes } from '@/store/backend';
import type { Feature } from '@/store/feature';
import { beginUpload, nextStep, type Upload } from '@/store/upload-channel';
import { callWithReauth } from '@/store/with-reauth';
import * as account from './account-slice';

/** Specification 8. */
const saved = () => put(toastShown({ text: 'Changes saved', tone: 'success' }));

function* saveFan({ payload }: ReturnType<typeof account.fanProfileSaved>) {
  try {
    const reply = yield* callWithReauth(accountRoutes.updateMe, { body: payload });
    if (!reply) {
      yield put(account.sectionLeft('profile'));
      return;
    }
    yield put(currentUserLoaded(reply.data));
    yield put(account.sectionSaved('profile'));
    yield saved();
  } catch (error) {
    yield put(account.sectionFailed({ section: 'profile', error: toFailure(error) }));
  }
}

/** @param section where on the pages it was saved */
function* saveCreator(
  section: 'profile' | 'welcome',
  { payload }: { payload: account.CreatorProfile },
): Generator<unknown, void> {
  const me = yield* selectState(selectCurrentUser);
  if (!me) return;
  try {
    const reply = yield* callWithReauth(performerRoutes.updatePerformer, { params: { id: me._id }, body: payload });
    if (!reply) {
      yield put(account.sectionLeft(section));
      return;
    }
    yield put(currentUserLoaded(reply.data));
    yield put(account.sectionSaved(section));
    yield saved();
  } catch (error) {
    yield put(account.sectionFailed({ section, error: toFailure(error) }));
  }
}

/** Takes away what greets; the account is read anew, since only one of the two calls replies it. */
function* removeWelcome(action: { type: string; payload?: string }) {
  try {
    if (account.welcomeFileRemoved.match(action)) {
      yield* callEndpoint(performerRoutes.deleteWelcomeMessageFile, { params: { id: action.payload } });
    } else {
      yield* callEndpoint(performerRoutes.deleteWelcomeVideo);
    }
    yield put(account.sectionSaved('welcome'));
    yield put(currentUserRequested());
    yield saved();
  } catch (error) {
    yield put(account.sectionFailed({ section: 'welcome', error: toFailure(error) }));
  }
}

function* savePassword({ payload }: ReturnType<typeof account.passwordSaved>) {
  const me = yield* selectState(selectCurrentUser);
  try {
    const password: string = publicEnv().clientPasswordHash
      ? yield call(hashPassword, payload.password)
      : payload.password;
    const source = me?.isPerformer ? 'performer' : 'user';
    const reply = yield* callWithReauth(authRoutes.updatePassword, { body: { password, source } });
    yield put(reply ? account.sectionSaved('password') : account.sectionLeft('password'));
    if (reply) yield saved();
  } catch (error) {
    yield put(account.sectionFailed({ section: 'password', error: toFailure(error) }));
  }
}

/** The call that takes each file of a creator. */
const uploads = {
  avatar: performerRoutes.uploadPerformerAvatar,
  cover: performerRoutes.uploadPerformerCover,
  'welcome-video': performerRoutes.uploadWelcomeVideo,
  'welcome-message-photo': performerRoutes.uploadWelcomeMessagePhoto,
  'welcome-message-video': performerRoutes.uploadWelcomeMessageVideo,
} as const satisfies Record<Exclude<account.FileSection, DocumentSection>, unknown>;

type DocumentSection = 'idVerification' | 'documentVerification';

const isDocument = (section: account.FileSection): section is DocumentSection =>
  section === 'idVerification' || section === 'documentVerification';

/** Servers of the family take documents by their kind in the path, or in the field's name. Wire contract 1.8. */
const documentByKind = performerRoutes.uploadDocument;
const selectTakesKinds = selectServes(documentByKind);

function* beginFile(section: account.FileSection, file: File): Generator<unknown, Upload<unknown>> {
  const form = new FormData();
  if (isDocument(section) && (yield* selectState(selectTakesKinds))) {
    form.set('file', file);
    return yield* beginUpload(documentByKind, form, { params: { type: section } });
  }
  form.set(section, file);
  if (isDocument(section)) return yield* beginUpload(performerRoutes.uploadDocuments, form);
  const me = yield* selectState(selectCurrentUser);
  return yield* beginUpload(
    section === 'avatar' && !me?.isPerformer ? accountRoutes.uploadMyAvatar : uploads[section],
    form,
  );
}

function* sendFile({ payload: { section, file } }: ReturnType<typeof account.fileChosen>) {
  let upload = yield* beginFile(section, file);
  while (true) {
    const step = yield* nextStep(upload);
    if ('progress' in step) {
      yield put(account.sectionProgressed({ section, progress: step.progress }));
    } else if ('error' in step && upload.route === documentByKind && !(yield* selectState(selectTakesKinds))) {
      // Only now known: this server has the other call.
      upload = yield* beginFile(section, file);
    } else if ('error' in step) {
      yield put(account.sectionFailed({ section, error: toFailure(step.error) }));
      return;
    } else {
      yield put(account.sectionSaved(section));
      yield put(currentUserRequested());
      yield saved();
      return;
    }
  }
}

/** What an account changes of itself. */
export const accountFeature: Feature = {
  name: 'account',
  reducer: account.accountSlice.reducer,
  *saga() {
    yield takeLeading(account.fanProfileSaved, saveFan);
    yield takeLeading(account.creatorProfileSaved, (action) => saveCreator('profile', action));
    yield takeLeading(account.welcomeSaved, (action) => saveCreator('welcome', action));
    yield takeLeading([account.welcomeVideoRemoved, account.welcomeFileRemoved], removeWelcome);
    yield takeLeading(account.passwordSaved, savePassword);
    yield takeEvery(account.fileChosen, sendFile);
  },
};

import type { Action } from '@reduxjs/toolkit';
import { put, takeEvery, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { performerRoutes } from '@contract/identity/performer-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import { currentUserLoaded, currentUserRequested, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { savedShown, toastShown } from '@/features/site/ui/ui-slice';
import { hasErrorCode } from '@/services/api-error';
import { withFailure } from '@/store/with-failure';
import { pickChanged } from '@/lib/omit-empty';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { selectSupportsCall } from '@/store/backend';
import type { Feature } from '@/store/feature';
import { takeLeadingBy } from '@/store/take-by';
import { toSentNewPassword } from '@/store/new-password';
import { sendForm } from '@/store/upload-channel';
import { callWithReauth } from '@/store/with-reauth';
import * as account from './account-slice';

/** Shows errors of a saga in its section. After a conflict, loads the account to show the other changes. */
const createSectionSaga = <A extends Action>(section: account.AccountSection, saga: (action: A) => Generator) =>
  withFailure(
    function* (action: A) {
      try {
        yield* saga(action);
      } catch (error) {
        if (hasErrorCode(error, 'CHANGED_ELSEWHERE'))
          yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.getMe)));
        throw error;
      }
    },
    (error) => account.sectionFailed({ section, error }),
  );

/** @param reply undefined if the user did not confirm their identity */
function* finishSection(section: account.AccountSection, reply: unknown, saved = savedShown()) {
  yield put(reply ? account.sectionSaved(section) : account.sectionCancelled(section));
  if (reply) yield put(saved);
}

/** Mentions the link that confirms a new email, because the old one stays until then and the save would look failed. */
const getProfileSavedToast = (
  sent: { email?: string | undefined },
  { pendingEmail }: { pendingEmail?: string | null },
) =>
  sent.email && pendingEmail
    ? toastShown({ text: `Changes saved. Open the link we sent to ${pendingEmail}.`, tone: 'success' })
    : savedShown();

function* finishSectionAndReload(section: account.AccountSection) {
  yield* finishSection(section, true);
  yield put(currentUserRequested());
}

const saveFan = createSectionSaga('profile', function* ({ payload, meta }: ReturnType<typeof account.fanProfileSaved>) {
  const body = pickChanged(payload, yield* selectState(selectCurrentUser));
  const reply = yield* callWithReauth(accountRoutes.updateMe, { body }, meta);
  if (reply) yield put(currentUserLoaded(reply.data));
  yield* finishSection('profile', reply, reply && getProfileSavedToast(body, reply.data));
});

const saveCreator = (section: 'profile' | 'welcome' | 'video') =>
  createSectionSaga(
    section,
    function* ({
      payload,
      meta,
    }: Action & { payload: account.CreatorProfile; meta?: { revision: number | undefined } }) {
      const me = yield* selectState(selectCurrentUser);
      if (!me) return;
      const body = pickChanged(payload, me);
      const reply = yield* callWithReauth(performerRoutes.updatePerformer, { params: { id: me._id }, body }, meta);
      if (reply) yield put(currentUserLoaded(reply.data));
      yield* finishSection(section, reply, reply && getProfileSavedToast(body, reply.data));
    },
  );

const removeWelcomeVideo = createSectionSaga('video', function* () {
  yield* callEndpoint(performerRoutes.deleteWelcomeVideo);
  yield* finishSectionAndReload('video');
});

const removeWelcomeFile = createSectionSaga(
  'welcome',
  function* ({ payload }: ReturnType<typeof account.welcomeFileRemoved>) {
    yield* callEndpoint(performerRoutes.deleteWelcomeMessageFile, { params: { id: payload } });
    yield* finishSectionAndReload('welcome');
  },
);

const savePassword = createSectionSaga('password', function* ({ payload }: ReturnType<typeof account.passwordSaved>) {
  const me = yield* selectState(selectCurrentUser);
  const password = yield* toSentNewPassword(payload.password, [me?.name ?? '', me?.username ?? '', me?.email ?? '']);
  const source = me?.isPerformer ? 'performer' : 'user';
  yield* finishSection('password', yield* callWithReauth(authRoutes.updatePassword, { body: { password, source } }));
});

const uploads = {
  avatar: performerRoutes.uploadPerformerAvatar,
  cover: performerRoutes.uploadPerformerCover,
  idVerification: performerRoutes.uploadDocuments,
  documentVerification: performerRoutes.uploadDocuments,
  'welcome-video': performerRoutes.uploadWelcomeVideo,
  'welcome-message-photo': performerRoutes.uploadWelcomeMessagePhoto,
  'welcome-message-video': performerRoutes.uploadWelcomeMessageVideo,
} as const satisfies Record<account.FileSection, unknown>;

/** Compatible backends have the kind of document in the path, or as the name of the form field. Wire contract 1.8. */
const selectSupportsDocumentUpload = selectSupportsCall(performerRoutes.uploadDocument);

function* sendFile({ payload: { section, file } }: ReturnType<typeof account.fileChosen>) {
  const reportProgress = (progress: number) => put(account.sectionProgressed({ section, progress }));
  const isDocument = section === 'idVerification' || section === 'documentVerification';
  if (!isDocument || !(yield* sendDocument(section, file, reportProgress))) {
    const me = yield* selectState(selectCurrentUser);
    const isFans = section === 'avatar' && !me?.isPerformer;
    yield* sendForm(
      isFans ? accountRoutes.uploadMyAvatar : uploads[section],
      toForm(section, file),
      undefined,
      reportProgress,
    );
  }
  yield* finishSectionAndReload(section);
}

/** @returns false if the backend turns out to have only the other call */
function* sendDocument(
  type: 'idVerification' | 'documentVerification',
  file: File,
  say: (progress: number) => unknown,
): Generator<unknown, boolean> {
  if (!(yield* selectState(selectSupportsDocumentUpload))) return false;
  try {
    yield* sendForm(performerRoutes.uploadDocument, toForm('file', file), { params: { type } }, say);
    return true;
  } catch (error) {
    if (yield* selectState(selectSupportsDocumentUpload)) throw error;
    return false;
  }
}

function toForm(name: string, file: File): FormData {
  const form = new FormData();
  form.set(name, file);
  return form;
}

export const accountFeature: Feature = {
  name: 'account',
  reducer: account.accountSlice.reducer,
  *saga() {
    yield takeLeading(account.fanProfileSaved, saveFan);
    yield takeLeading(account.creatorProfileSaved, saveCreator('profile'));
    yield takeLeading(account.welcomeSaved, saveCreator('welcome'));
    yield takeLeading(account.welcomeVideoToggled, saveCreator('video'));
    yield takeLeading(account.welcomeVideoRemoved, removeWelcomeVideo);
    yield takeLeadingBy(account.welcomeFileRemoved, ({ payload: id }) => id, removeWelcomeFile);
    yield takeLeading(account.passwordSaved, savePassword);
    yield takeEvery(
      account.fileChosen,
      withFailure(sendFile, (error, { payload: { section } }) => account.sectionFailed({ section, error })),
    );
  },
};

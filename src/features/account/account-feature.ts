import { call, put, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/account-routes';
import { performerRoutes } from '@contract/performer-routes';
import { sessionRoutes } from '@contract/session-routes';
import { publicEnv } from '@/config/env';
import { currentUserLoaded, currentUserRequested, selectCurrentUser } from '@/features/session/session-slice';
import { toastShown } from '@/features/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { hashPassword } from '@/services/password-hash';
import { fromContext, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { uploadChannel, type UploadStep } from '@/store/upload-channel';
import { callWithProof } from '@/store/with-proof';
import * as account from './account-slice';

/** Specification 8. */
const saved = () => put(toastShown({ text: 'Changes saved', tone: 'success' }));

function* saveFan({ payload }: ReturnType<typeof account.fanProfileSaved>) {
  try {
    const reply = yield* callWithProof(accountRoutes.updateMe, { body: payload });
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

function* saveCreator({ payload }: ReturnType<typeof account.creatorProfileSaved>) {
  const me = yield* selectState(selectCurrentUser);
  if (!me) return;
  try {
    const reply = yield* callWithProof(performerRoutes.updatePerformer, { params: { id: me._id }, body: payload });
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

function* savePassword({ payload }: ReturnType<typeof account.passwordSaved>) {
  const me = yield* selectState(selectCurrentUser);
  try {
    const password: string = publicEnv().clientPasswordHash
      ? yield call(hashPassword, payload.password)
      : payload.password;
    const source = me?.isPerformer ? 'performer' : 'user';
    const reply = yield* callWithProof(sessionRoutes.updatePassword, { body: { password, source } });
    yield put(reply ? account.sectionSaved('password') : account.sectionLeft('password'));
    if (reply) yield saved();
  } catch (error) {
    yield put(account.sectionFailed({ section: 'password', error: toFailure(error) }));
  }
}

function* sendFile({ payload: { section, file } }: ReturnType<typeof account.fileChosen>) {
  const me = yield* selectState(selectCurrentUser);
  const callApi = yield* fromContext('callApi');
  const form = new FormData();
  form.set(section, file);
  const route =
    section === 'avatar'
      ? me?.isPerformer
        ? performerRoutes.uploadPerformerAvatar
        : accountRoutes.uploadMyAvatar
      : section === 'cover'
        ? performerRoutes.uploadPerformerCover
        : performerRoutes.uploadDocuments;
  const steps = uploadChannel(callApi, route, form);
  while (true) {
    const step = (yield take(steps)) as UploadStep<unknown>;
    if ('progress' in step) {
      yield put(account.sectionProgressed({ section, progress: step.progress }));
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
    yield takeLeading(account.creatorProfileSaved, saveCreator);
    yield takeLeading(account.passwordSaved, savePassword);
    yield takeEvery(account.fileChosen, sendFile);
  },
};

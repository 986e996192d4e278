import { all, call, delay, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import type { EndpointData } from '@contract/schemas';
import { currentUserLoaded, type CurrentUser } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { attempt } from '@/store/attempt';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createAct, nothing } from '@/store/with-reauth';
import * as privacy from './privacy-slice';

/** Milliseconds between looks at an archive that is being made. */
const lookEveryMs = 3_000;

const loadOwnData = attempt(function* () {
  const [{ export: archive }, deletion] = (yield all([
    call(callEndpoint, accountRoutes.getDataExport),
    call(callEndpoint, accountRoutes.getDeletion),
  ])) as [EndpointData<'getDataExport'>, EndpointData<'getDeletion'>];
  yield put(privacy.ownDataLoaded({ archive, deletion }));
  yield* followArchive();
}, privacy.ownDataFailed);

/** Until the archive that is being made is there, in the browser only. */
function* followArchive(): Generator {
  if (typeof window === 'undefined') return;
  while ((yield* selectState((state) => privacy.selectPrivacy(state).archive?.status)) === 'pending') {
    yield delay(lookEveryMs);
    try {
      yield put(privacy.archiveChanged((yield* callEndpoint(accountRoutes.getDataExport)).export));
    } catch {
      // The mail tells, too; a later look at the page does.
      return;
    }
  }
}

const act = createAct({ done: privacy.actDone, failed: privacy.actFailed });

/** The reply is the account as it is now. @param text for the notice. */
const meIs = (text: string) =>
  function* settle(me: CurrentUser): Generator {
    yield put(currentUserLoaded(me));
    yield put(toastShown({ text, tone: 'success' }));
  };

/** What others see of an account, which mails come, what belongs to its owner: archive and deletion. */
export const privacyFeature: Feature = {
  name: 'privacy',
  reducer: privacy.privacySlice.reducer,
  *saga() {
    yield takeLatest(privacy.ownDataWanted, loadOwnData);
    yield takeEvery(
      privacy.preferencesChanged,
      act(accountRoutes.updatePreferences, (body: privacy.PreferenceChange) => ({ body }), meIs('Changes saved')),
    );
    yield takeLeading(
      privacy.exportWanted,
      act(accountRoutes.requestDataExport, nothing, function* ({ export: archive }) {
        yield put(privacy.archiveChanged(archive));
        yield put(privacy.actDone());
        yield* followArchive();
      }),
    );
    yield takeLeading(
      privacy.deletionWanted,
      act(
        accountRoutes.requestDeletion,
        (body: privacy.DeletionRequest) => ({ body }),
        function* (me) {
          yield put(currentUserLoaded(me));
          yield put(privacy.ownDataWanted());
        },
      ),
    );
    yield takeLeading(
      privacy.accountKept,
      act(accountRoutes.cancelDeletion, nothing, function* (me) {
        yield* meIs('Your account stays')(me);
        yield put(privacy.ownDataWanted());
      }),
    );
    yield takeLeading(
      privacy.emailChangeResent,
      act(accountRoutes.resendEmailChange, nothing, meIs('We sent the link again')),
    );
    yield takeLeading(
      privacy.emailChangeCancelled,
      act(accountRoutes.cancelEmailChange, nothing, meIs('Your email stays as it is')),
    );
  },
};

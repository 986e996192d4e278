import { put, takeLatest, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import { paths } from '@/config/paths';
import { toastShown } from '@/features/site/ui/ui-slice';
import { withQuery } from '@/lib/omit-empty';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { hasLeft } from './has-left';
import * as mailLink from './mail-link-slice';
import { currentUserLoaded, selectIsLoggedIn } from './session-slice';

/** Opening a mailed link changes nothing, because mail programs and virus scanners open links, too. */
const inspect = withFailure(function* ({ payload }: ReturnType<typeof mailLink.mailLinkOpened>) {
  const { state } = yield* callEndpoint(authRoutes.inspectMailLink, { body: payload });
  yield put(mailLink.mailLinkInspected(state));
}, mailLink.mailLinkFailed);

const use = withFailure(function* ({ payload }: ReturnType<typeof mailLink.mailLinkPressed>) {
  const { returnTo, ...body } = payload;
  const from = window.location.pathname;
  const { resetToken } = yield* callEndpoint(authRoutes.useMailLink, { body });
  // Navigates with the button still busy: links shown before could be pressed, and the navigation would undo the press.
  const navigate = yield* fromContext('navigate');
  if (body.action === 'revert-email' && resetToken) {
    navigate(withQuery(paths.auth.resetPassword, { token: resetToken }), { replace: true });
  } else if (body.action === 'verify-email' || body.action === 'change-email') {
    if (hasLeft(from)) yield put(toastShown({ text: 'Your email is verified.', tone: 'success' }));
    else navigate(withQuery(paths.auth.emailVerified, { returnTo }), { replace: true });
    // A verified email unlocks features, so the account is loaded again.
    if (yield* selectState(selectIsLoggedIn)) yield put(currentUserLoaded(yield* callEndpoint(accountRoutes.getMe)));
  } else {
    yield put(mailLink.mailLinkUsed({ resetToken }));
  }
}, mailLink.mailLinkFailed);

export const mailLinkFeature: Feature = {
  name: 'mailLink',
  reducer: mailLink.mailLinkSlice.reducer,
  outlivesSession: true,
  *saga() {
    yield takeLatest(mailLink.mailLinkOpened, inspect);
    yield takeLeading(mailLink.mailLinkPressed, use);
  },
};

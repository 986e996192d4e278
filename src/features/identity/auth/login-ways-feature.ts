import { put, takeLeading } from 'redux-saga/effects';
import { blockRoutes } from '@contract/identity/block-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import type { EndpointData } from '@contract/schemas';
import { paths } from '@/config/paths';
import { loginRequested, type LoginProof } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { savedShown } from '@/features/site/ui/ui-slice';
import { createRandomKey } from '@/lib/random-key';
import { ApiError, hasErrorCode } from '@/services/api-error';
import {
  getGoogleLoginUrl,
  openExternalUrl,
  saveOAuthFlow,
  saveTwitterFlow,
  takeFragment,
  takeOAuthFlow,
  takeTwitterFlow,
} from '@/services/social-login';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import { solveCaptcha } from '@/store/solve-captcha';
import * as ways from './login-ways-slice';
import type { Feature } from '@/store/feature';

const getCallbackUrl = (path: string) => window.location.origin + path;
const createLoginError = (message: string) => new ApiError(0, { message });

/** Saves the state that the provider's response must match, then opens the provider's page. */
const startSocialLogin = withFailure(function* ({ payload }: ReturnType<typeof ways.socialLoginRequested>) {
  const { provider, ...trip } = payload;
  if (provider === 'google') {
    const { googleLoginClientId: clientId, googleLoginUrl: sandboxUrl } = yield* selectState(selectSettings);
    const state = createRandomKey();
    saveOAuthFlow({ ...trip, state });
    const callbackUrl = getCallbackUrl(paths.auth.googleCallback);
    openExternalUrl(getGoogleLoginUrl({ clientId, sandboxUrl, callbackUrl, state, nonce: createRandomKey() }));
    return;
  }
  const callbackUrl = getCallbackUrl(paths.auth.twitterCallback);
  const started = yield* callEndpoint(authRoutes.startTwitterLogin, { body: { callbackUrl } });
  // Compatible backends use different spellings. Wire contract 6.
  const oauthToken = started.oauthToken || started.oauth_token;
  const oauthTokenSecret = started.oauthTokenSecret || started.oauth_token_secret;
  saveOAuthFlow(trip);
  saveTwitterFlow({ oauthToken, oauthTokenSecret, callbackUrl, role: trip.role });
  openExternalUrl(started.url);
}, ways.socialLoginFailed);

type OAuthProof = Extract<LoginProof, { way: 'google' | 'twitter' }>;

/** @throws ApiError if access was denied, or if the response does not match a request from this browser */
function readGoogleAnswer(role: OAuthProof['role'], state: string | undefined): OAuthProof {
  const answer = takeFragment();
  if (answer.has('error')) throw createLoginError('You didn’t finish logging in with Google. Nothing has changed.');
  const tokenId = answer.get('id_token');
  if (!tokenId || !state || answer.get('state') !== state) {
    throw createLoginError('That log-in took too long or started somewhere else. Please try again.');
  }
  return { way: 'google', tokenId, role };
}

function readTwitterAnswer(): OAuthProof {
  const query = new URLSearchParams(window.location.search);
  window.history.replaceState(window.history.state, '', window.location.pathname);
  const trip = takeTwitterFlow();
  if (query.has('denied')) throw createLoginError('You didn’t finish logging in with Twitter. Nothing has changed.');
  const verifier = query.get('oauth_verifier');
  if (!verifier || !trip || query.get('oauth_token') !== trip.oauthToken) {
    throw createLoginError('That log-in took too long or started somewhere else. Please try again.');
  }
  const { oauthToken, oauthTokenSecret, role } = trip;
  return { way: 'twitter', oauth_verifier: verifier, oauthToken, oauthTokenSecret, role };
}

function* linkLogin(proof: OAuthProof) {
  if (proof.way === 'google') {
    yield* callEndpoint(authRoutes.linkGoogle, { body: { tokenId: proof.tokenId } });
    return;
  }
  const { oauth_verifier, oauthToken, oauthTokenSecret } = proof;
  yield* callEndpoint(authRoutes.linkTwitter, { body: { oauth_verifier, oauthToken, oauthTokenSecret } });
}

const finishSocialLogin = withFailure(function* ({ payload: provider }: ReturnType<typeof ways.socialLoginReturned>) {
  const trip = takeOAuthFlow();
  const proof = provider === 'google' ? readGoogleAnswer(trip?.role ?? 'user', trip?.state) : readTwitterAnswer();
  if (trip?.purpose === 'link') {
    yield* linkLogin(proof);
    yield put(savedShown());
    const navigate = yield* fromContext('navigate');
    navigate(trip.returnTo ?? paths.user.account, { replace: true });
  } else {
    yield put(loginRequested({ ...proof, remember: true, returnTo: trip?.returnTo }));
  }
  yield put(ways.socialLoginDone());
}, ways.socialLoginFailed);

/** After many codes, backends ask for a captcha. Promises I-13. */
function* requestPhoneCode(phone: string): Generator<unknown, EndpointData<'sendPhoneCode'>> {
  try {
    return yield* callEndpoint(authRoutes.sendPhoneCode, { body: { phone } });
  } catch (error) {
    if (!hasErrorCode(error, 'CAPTCHA_REQUIRED')) throw error;
    yield put(ways.phoneChallengeStarted());
    const captcha = yield* solveCaptcha(yield* selectState(selectSettings), 'phone_code');
    return yield* callEndpoint(authRoutes.sendPhoneCode, { body: { phone, captcha } });
  }
}

const sendPhoneCode = withFailure(function* ({ payload: { phone } }: ReturnType<typeof ways.phoneCodeRequested>) {
  const reply = yield* requestPhoneCode(phone);
  const resendAt = Date.now() + (reply?.resendIn ?? 60) * 1000;
  const validMinutes = Math.round((reply?.expiresIn ?? 600) / 60);
  yield put(ways.phoneCodeSent({ phone, resendAt, validMinutes, isOnlyForAccounts: reply?.onlyForAccounts }));
}, ways.phoneCodeFailed);

function* guessCountry() {
  if ((yield* selectState(ways.selectLoginWays)).country !== undefined) return;
  yield put(ways.countryGuessed((yield* callEndpoint(blockRoutes.checkCountryBlock))?.country ?? null));
}

export const loginWaysFeature: Feature = {
  name: 'loginWays',
  reducer: ways.loginWaysSlice.reducer,
  outlivesSession: true,
  *saga() {
    yield takeLeading(ways.socialLoginRequested, startSocialLogin);
    yield takeLeading(ways.socialLoginReturned, finishSocialLogin);
    yield takeLeading(ways.phoneCodeRequested, sendPhoneCode);
    yield takeLeading(
      ways.countryRequested,
      // If this fails, the browser's language is used.
      withFailure(guessCountry, () => ways.countryGuessed(null)),
    );
  },
};

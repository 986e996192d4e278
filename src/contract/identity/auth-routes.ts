import { defineRoutes } from '../base/define';

/**
 * Login flows, step by step:
 *
 * **Second step.** If the account has two-step login, `login`, `loginWithGoogle`, `finishTwitterLogin` and `loginWithPhone` reply
 * 403 `{ error: 'TWO_STEP_REQUIRED', twoStepRequired: true }`. The same call, repeated within ten minutes with the same fields
 * and `verificationCode` (six digits of the app, or a recovery code), returns the token. A wrong code gets
 * 422 `{ error: 'INVALID_VERIFICATION_CODE', twoStepRequired: true }`; five in a row get 429 with `Retry-After`.
 *
 * **Phone.** `sendPhoneCode { phone }`, then `loginWithPhone { phone, code, remember }`. A wrong code gets
 * INVALID_VERIFICATION_CODE without `twoStepRequired`. Too soon or too often: 429 with `Retry-After`. Our API replies to the third
 * code per day and number with 422 `{ error: 'CAPTCHA_REQUIRED', captchaRequired: true }`: the same call with a solved
 * `captcha` can succeed.
 *
 * **Google.** With the setting `googleLoginClientId`, Google's own script provides the id token. Without it, the setting
 * `googleLoginUrl` is the address of the sandbox's page: send the browser (or a popup) to
 * `<googleLoginUrl>?redirect_uri=<address on this site>&state=<random>&nonce=<random>`. It returns to
 * `<redirect_uri>#id_token=<tokenId>&state=<the same>`, or `#error=access_denied&state=…`. That page compares `state`, removes
 * the fragment from the address and calls `loginWithGoogle { tokenId, role }`.
 *
 * **Twitter.** `startTwitterLogin { callbackUrl }`, with `callbackUrl` under `/auth/` on this site. Store `oauthToken`,
 * `oauthTokenSecret`, the callback and the role, and send the browser to `url`, or a page of our API with the sandbox. Twitter
 * returns to `<callbackUrl>?oauth_token=…&oauth_verifier=…`, or `?denied=<oauth_token>`. Then call `finishTwitterLogin`.
 *
 * **Mailed links** lead to pages of the web app: `/auth/email-verified`, `/auth/email-change`, `/auth/email-revert`,
 * `/auth/end-session` and `/auth/unsubscribe`, each with `?token=`. Opening one changes nothing, because mail programs and virus
 * scanners open links too. The page calls `inspectMailLink`, and its button calls `useMailLink`. The API redirects these
 * paths on its own origin to these pages.
 *
 * **Confirmation.** Setting up two-step login, new recovery codes, linking and unlinking need a fresh login. Otherwise they reply
 * FRESH_LOGIN_REQUIRED, and the client calls `confirmIdentity` (account-routes.ts) first. Disabling two-step login takes the code
 * or the password, as in compatible backends.
 */
export const authRoutes = defineRoutes({
  login: { method: 'POST', path: '/auth/login', access: 'public' },
  logout: { method: 'POST', path: '/auth/logout', access: 'signedIn', extension: true },
  startTwitterLogin: { method: 'POST', path: '/auth/twitter/login', access: 'public' },
  finishTwitterLogin: { method: 'POST', path: '/auth/twitter/callback', access: 'public' },
  loginWithGoogle: { method: 'POST', path: '/auth/google/login', access: 'public' },
  sendEmailVerification: { method: 'POST', path: '/auth/email-verification', access: 'public' },
  updatePassword: { method: 'PUT', path: '/auth/users/me/password', access: 'signedIn' },
  requestPasswordReset: { method: 'POST', path: '/auth/users/forgot', access: 'public' },
  resetPassword: { method: 'POST', path: '/auth/users/reset', access: 'public', extension: true },
  inspectMailLink: { method: 'POST', path: '/auth/mail-links/inspect', access: 'public', extension: true },
  useMailLink: { method: 'POST', path: '/auth/mail-links/use', access: 'public', extension: true },
  checkUsername: { method: 'GET', path: '/auth/usernames/check', access: 'optional', extension: true },
  registerUser: { method: 'POST', path: '/auth/users/register', access: 'public', captcha: 'register' },
  registerPerformer: {
    method: 'POST',
    path: '/auth/performers/register',
    access: 'public',
    upload: true,
    captcha: 'register',
  },
  sendPhoneCode: { method: 'POST', path: '/auth/phone/send-code', access: 'public' },
  loginWithPhone: { method: 'POST', path: '/auth/phone', access: 'public' },
  checkDocument: { method: 'POST', path: '/auth/checkDocument', access: 'public' },
  connectTwoFactor: { method: 'POST', path: '/auth/two-step/connect', access: 'signedIn' },
  verifyTwoFactor: { method: 'POST', path: '/auth/two-step/verify', access: 'signedIn' },
  getTwoFactorStatus: { method: 'GET', path: '/auth/two-step/status', access: 'signedIn' },
  disableTwoFactor: { method: 'POST', path: '/auth/two-step/disable', access: 'signedIn' },
  // Our extension: compatible backends cannot list or change these.
  renewRecoveryCodes: { method: 'POST', path: '/auth/two-step/recovery-codes', access: 'signedIn', extension: true },
  listLinkedLogins: { method: 'GET', path: '/auth/linked', access: 'signedIn', extension: true },
  linkGoogle: { method: 'POST', path: '/auth/linked/google', access: 'signedIn', extension: true },
  linkTwitter: { method: 'POST', path: '/auth/linked/twitter', access: 'signedIn', extension: true },
  linkPhone: { method: 'POST', path: '/auth/linked/phone', access: 'signedIn', extension: true },
  unlinkLogin: { method: 'DELETE', path: '/auth/linked/:provider', access: 'signedIn', extension: true },
});

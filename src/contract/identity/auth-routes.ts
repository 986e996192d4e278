import { defineRoutes } from '../base/define';

/**
 * Getting in. How the ways go, step by step:
 *
 * **Second step.** `login`, `loginWithGoogle`, `finishTwitterLogin` and `loginWithPhone` of an account with two-step
 * log-in answer 403 `{ error: 'TWO_STEP_REQUIRED', twoStepRequired: true }`. The same call, repeated within ten minutes
 * with the same fields and `verificationCode` (six digits of the app, or a recovery code), answers the token. A wrong
 * code answers 422 `{ error: 'INVALID_VERIFICATION_CODE', twoStepRequired: true }`; five in a row 429 with `Retry-After`.
 *
 * **Phone.** `sendPhoneCode { phone }`, then `loginWithPhone { phone, code, remember }`. A wrong code answers
 * INVALID_VERIFICATION_CODE without `twoStepRequired`. Too soon or too often: 429 with `Retry-After`. Ours answers the third
 * code a day to a number with 422 `{ error: 'CAPTCHA_REQUIRED', captchaRequired: true }`: the same call with a solved
 * `captcha` may go on.
 *
 * **Google.** With the setting `googleLoginClientId`, Google's own script gives the id token. Without it the setting
 * `googleLoginUrl` is the address of the sandbox's page: send the browser (or a popup) to
 * `<googleLoginUrl>?redirect_uri=<address on this site>&state=<random>&nonce=<random>`; it comes back to
 * `<redirect_uri>#id_token=<tokenId>&state=<the same>`, or `#error=access_denied&state=…`. The page that comes back compares
 * `state`, takes the fragment out of the address and calls `loginWithGoogle { tokenId, role }`.
 *
 * **Twitter.** `startTwitterLogin { callbackUrl }`, with `callbackUrl` under `/auth/` on this site; keep `oauthToken`,
 * `oauthTokenSecret`, the callback and the role; send the browser to `url`. It comes back to
 * `<callbackUrl>?oauth_token=…&oauth_verifier=…`, or `?denied=<oauth_token>`. Then `finishTwitterLogin`. The same with the
 * sandbox, whose page `url` is then.
 *
 * **Mailed links** lead to pages of the web app: `/auth/email-verified`, `/auth/email-change`, `/auth/email-revert`,
 * `/auth/end-session` and `/auth/unsubscribe`, each with `?token=`. Nothing changes by opening one: mail programs and virus
 * scanners do that too. The page asks `inspectMailLink`, and its button calls `useMailLink`. The API redirects the same
 * paths of its own there.
 *
 * **Proof.** Setting up two-step log-in, new recovery codes, linking and unlinking need a fresh log-in: else they answer
 * FRESH_LOGIN_REQUIRED, and `confirmIdentity` (account-routes.ts) comes first. Turning two-step log-in off takes the code
 * or the password along, as the family has it.
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
  // Ours: the family has no way to see or change these.
  renewRecoveryCodes: { method: 'POST', path: '/auth/two-step/recovery-codes', access: 'signedIn', extension: true },
  listLinkedLogins: { method: 'GET', path: '/auth/linked', access: 'signedIn', extension: true },
  linkGoogle: { method: 'POST', path: '/auth/linked/google', access: 'signedIn', extension: true },
  linkTwitter: { method: 'POST', path: '/auth/linked/twitter', access: 'signedIn', extension: true },
  linkPhone: { method: 'POST', path: '/auth/linked/phone', access: 'signedIn', extension: true },
  unlinkLogin: { method: 'DELETE', path: '/auth/linked/:provider', access: 'signedIn', extension: true },
});

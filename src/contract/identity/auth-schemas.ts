import { z } from 'zod';
import { Flag, ObjectId, Success, True, each } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import {
  CaptchaToken,
  CountryCode,
  CurrentPassword,
  Email,
  EmailText,
  NewPassword,
  ReturnTo,
  Username,
  absentIfEmpty,
  clearable,
  line,
  requiredLine,
  requiredText,
  text,
} from '../base/field-schemas';
import { limits } from '../base/limits';
import { Gender } from './people-schemas';
import { performerProfileFields } from './performer-schemas';
import type { authRoutes } from './auth-routes';

const Role = z.enum(['user', 'performer']);
/** Compatible backends also have `email` and `phone`. We do not: access to the mailbox also resets the password. */
const TwoFactorMethod = z.enum(['app']);

/** Opaque to clients, who send it back as the raw `Authorization` header. Wire contract 1.4. */
const Token = z.object({ token: z.string(), device: z.string().optional() });
const Notice = z.object({ message: z.string() });
const VerificationCode = requiredText(20);
const MailLinkAction = z.enum(['verify-email', 'change-email', 'revert-email', 'end-session', 'unsubscribe']);
const mailLink = { action: MailLinkAction, token: requiredText(300) };

/**
 * The `device` of an earlier login reply. Wrong guesses by others do not block a device from which the owner has logged in, and
 * logins from it do not notify the owner. Our extension; clients without it must solve a captcha in an attack. Promises I-13.
 */
const DeviceToken = absentIfEmpty(z.string().regex(/^[\w-]{43}$/, 'must be a device'));

/** Errors of a login whose password, code or token was correct. */
const entryErrors = [
  'EMAIL_NOT_VERIFIED',
  'ACCOUNT_INACTIVE',
  'TWO_STEP_REQUIRED',
  'INVALID_VERIFICATION_CODE',
] as const;

const providerErrors = ['PROVIDER_REFUSED', 'PROVIDER_UNREACHABLE', 'PROVIDER_NOT_CONFIGURED'] as const;

const linkErrors = ['LINKED_ELSEWHERE', 'EMAIL_NOT_VERIFIED', 'FRESH_LOGIN_REQUIRED'] as const;

const firstLogin = {
  /** Role of a new account; an existing one keeps its role. */
  role: Role,
  remember: Flag.optional(),
  verificationCode: VerificationCode.optional(),
  device: DeviceToken,
};

/** Fields that Twitter returns, and those that `startTwitterLogin` returned. */
const twitterAnswer = each(['oauth_verifier', 'oauthToken', 'oauthTokenSecret'], requiredText(500));
const GoogleToken = requiredText(5000);

/** Third-party accounts and phones that can log in to this account. `password` is not listed: it is changed, not unlinked. */
const LinkedLogins = z.object({
  hasPassword: z.boolean(),
  linked: z.array(
    z.object({
      provider: z.enum(['google', 'twitter', 'phone']),
      /** An email address, Twitter name or phone number that the owner recognizes. */
      label: z.string(),
      /** False for the last login method. */
      canUnlink: z.boolean(),
    }),
  ),
});

/** The referrer of this account, from the `ref` of the visited URL. Both spellings are in use. */
const referral = { ref: clearable(text(100)), rel: clearable(text(100)) };

export const authSchemas = {
  login: {
    summary: 'Log in as a user or a performer; users are looked up first',
    mark: 'seen',
    body: z
      .object({
        username: EmailText.optional(),
        email: EmailText.optional(),
        phone: line(40).optional(),
        password: z.string().min(1).max(limits.passwordMax),
        remember: Flag.optional(),
        verificationCode: VerificationCode.optional(),
        captcha: CaptchaToken,
        device: DeviceToken,
      })
      .refine((body) => body.username || body.email || body.phone, { path: ['username'], error: 'must not be empty' }),
    data: Token,
    errors: ['INCORRECT_CREDENTIALS', 'CAPTCHA_REQUIRED', 'RESET_REQUIRED', 'CAPTCHA_FAILED', ...entryErrors],
  },
  logout: {
    summary: 'Revoke the token of this call',
    mark: 'assumed',
    data: True,
  },
  startTwitterLogin: {
    summary: 'Where to send the browser for a Twitter log-in',
    mark: 'seen',
    body: z.object({ callbackUrl: requiredText(2000) }),
    /** Clients of two API variants read different spellings, so both are sent. Wire contract 6. */
    data: z.object(each(['url', 'oauthToken', 'oauthTokenSecret', 'oauth_token', 'oauth_token_secret'], z.string())),
    errors: ['CALLBACK_NOT_ALLOWED', ...providerErrors],
  },
  finishTwitterLogin: {
    summary: 'Log in with what Twitter sent back; creates the account on first use',
    mark: 'seen',
    body: z.object({
      ...twitterAnswer,
      callbackUrl: text(2000).optional(),
      ...firstLogin,
    }),
    data: Token,
    errors: [...providerErrors, ...entryErrors],
  },
  loginWithGoogle: {
    summary: 'Log in with a Google id token; creates the account on first use',
    mark: 'seen',
    body: z.object({
      tokenId: GoogleToken,
      ...firstLogin,
    }),
    data: Token,
    errors: [...providerErrors, 'EMAIL_HAS_ACCOUNT', ...entryErrors],
  },
  sendEmailVerification: {
    summary: 'Send the verification link again',
    mark: 'seen',
    /** The reply is the same for every address: a 404 would reveal who has an account. Promises I-7. */
    body: z.object({
      /** Clients send the whole account, of which two fields count. New accounts lack an id, so our API uses the email. */
      source: z.object({ _id: ObjectId.optional(), email: Email }),
      returnTo: ReturnTo,
      sourceType: Role.default('user'),
    }),
    data: Notice,
  },
  updatePassword: {
    summary: "Set the caller's password",
    mark: 'seen',
    body: z.object({ password: NewPassword, source: Role.default('user'), currentPassword: CurrentPassword }),
    data: True,
    errors: ['FRESH_LOGIN_REQUIRED', 'WRONG_PASSWORD', 'PASSWORD_TOO_WEAK'],
  },
  requestPasswordReset: {
    summary: 'Email a link that sets a new password; serves performers too',
    mark: 'seen',
    body: z.object({ email: Email, type: text(20).optional() }),
    /** Unknown emails get the same reply: the 404 of compatible backends would reveal who has an account. Promises I-7. */
    data: Success,
  },
  resetPassword: {
    summary:
      'Set a new password with the token of a reset email; every session of the account ends, and a new one begins',
    mark: 'assumed',
    body: z.object({ token: requiredText(200), password: NewPassword, device: DeviceToken }),
    /** The reply has a `token` if no other step is needed. With two-step login, `email` is the account to log in to next. */
    data: Success.extend({
      token: z.string().optional(),
      device: z.string().optional(),
      twoStepRequired: z.boolean().optional(),
      email: z.string().optional(),
    }),
    errors: ['LINK_EXPIRED', 'PASSWORD_TOO_WEAK'],
  },
  inspectMailLink: {
    summary: 'What a mailed link would do, without doing it',
    mark: 'assumed',
    body: z.object(mailLink),
    /** `done`: already used; `gone`: no longer valid. */
    data: z.object({ state: z.enum(['open', 'done', 'gone']) }),
  },
  useMailLink: {
    summary: 'Do what a mailed link is for',
    mark: 'assumed',
    body: z.object(mailLink),
    /** `resetToken` lets the owner set a new password, if they should do so next. */
    data: z.object({ resetToken: z.string().optional() }),
    errors: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
  },
  checkUsername: {
    summary: 'Whether a username can be had',
    mark: 'assumed',
    query: z.object({ username: text(60) }),
    /** `reason` is a sentence, if it is not available. */
    data: z.object({ available: z.boolean(), reason: z.string().optional() }),
  },
  registerUser: {
    summary: 'Sign up as a user; a verification email follows, a log-in does not',
    mark: 'seen',
    /** A registered email gets the same reply, and its owner a mail: the 422 of compatible backends reveals accounts. */
    body: z.object({
      email: Email,
      password: NewPassword,
      username: absentIfEmpty(Username),
      name: clearable(line(100)),
      firstName: clearable(line(100)),
      lastName: clearable(line(100)),
      gender: clearable(Gender),
      country: clearable(CountryCode),
      phone: clearable(line(40)),
      documentNumber: clearable(text(60)),
      /** Our extension: declares the minimum age. Absent from clients that do not ask. */
      isOfAge: Flag.optional(),
      returnTo: ReturnTo,
      captcha: CaptchaToken,
      ...referral,
    }),
    data: Notice,
    errors: [
      'USERNAME_TAKEN_USER',
      'PASSWORD_TOO_WEAK',
      'USERNAME_RESERVED',
      'NAME_RESERVED',
      'UNDER_AGE',
      'DOCUMENT_INVALID',
      'DOCUMENT_TAKEN',
      'CAPTCHA_FAILED',
    ],
  },
  registerPerformer: {
    summary: 'Sign up as a performer; the account waits until its documents are approved',
    mark: 'seen',
    body: z.object({
      ...performerProfileFields,
      email: Email,
      username: Username,
      password: NewPassword,
      /** Required in compatible backends, optional in our API. */
      gender: clearable(Gender),
      name: clearable(line(100)),
      returnTo: ReturnTo,
      captcha: CaptchaToken,
      ...referral,
    }),
    /** Not marked as required: for a missing document, the reply is 404 DOCUMENTS_MISSING, not 400 NO_FILE. */
    files: { idVerification: { kinds: ['image', 'document'] }, documentVerification: { kinds: ['image', 'document'] } },
    data: Notice,
    errors: [
      'INVALID_IMAGE',
      'USERNAME_TAKEN',
      'PASSWORD_TOO_WEAK',
      'USERNAME_RESERVED',
      'NAME_RESERVED',
      'UNDER_AGE',
      'DOCUMENTS_MISSING',
      'INVALID_OR_MISSING_FILE',
      'PRICE_OUT_OF_BOUNDS',
      'CAPTCHA_FAILED',
      'CAPTCHA_FIRST',
    ],
  },
  sendPhoneCode: {
    summary: 'Send a log-in code to a phone',
    mark: 'assumed',
    /** With its country code. An invalid number gets 422 instead of the 400 of other invalid fields. Wire contract 2.1. */
    body: z.object({ phone: requiredLine(40), captcha: CaptchaToken }),
    /**
     * `expiresIn` and `resendIn` in seconds (the latter is our extension). `onlyForAccounts`: few texts are left today, so only
     * numbers with an account are sent one; it does not depend on this number (our extension).
     */
    data: z.object({
      success: z.boolean(),
      expiresIn: z.number(),
      resendIn: z.number(),
      onlyForAccounts: z.boolean().optional(),
    }),
    errors: ['PHONE_INVALID', 'CAPTCHA_REQUIRED', 'CAPTCHA_FAILED', 'SMS_FAILED', 'PROVIDER_NOT_CONFIGURED'],
  },
  loginWithPhone: {
    summary: 'Log in with a code sent to a phone; creates a user on first use',
    mark: 'assumed',
    body: z.object({
      phone: requiredLine(40),
      code: VerificationCode,
      role: Role.default('user'),
      remember: Flag.optional(),
      verificationCode: VerificationCode.optional(),
      device: DeviceToken,
    }),
    data: Token.extend({ isNew: z.boolean() }),
    errors: ['PHONE_INVALID', 'PROVIDER_NOT_CONFIGURED', ...entryErrors],
  },
  checkDocument: {
    summary: 'Whether a national document number is well formed, and in use',
    mark: 'assumed',
    body: z.object({ documentNumber: requiredText(60), documentType: text(40).optional() }),
    data: z.object({ valid: z.boolean(), exists: z.boolean() }),
  },
  connectTwoFactor: {
    summary: 'Begin to set up two-factor log-in',
    mark: 'assumed',
    body: z.object({ method: TwoFactorMethod.default('app') }),
    /** `qrCode` is a data URL with an image of `otpauthUrl`. */
    data: z.object({ enabled: z.literal(false), secret: z.string(), otpauthUrl: z.string(), qrCode: z.string() }),
    errors: ['TWO_STEP_ACTIVE', 'FRESH_LOGIN_REQUIRED', 'EMAIL_NOT_VERIFIED'],
  },
  verifyTwoFactor: {
    summary: 'Finish setting up two-factor log-in with a first code',
    mark: 'assumed',
    body: z.object({ verificationCode: VerificationCode }),
    /** Ten codes, which are only shown this once. */
    data: z.object({ enabled: z.literal(true), recoveryCodes: z.array(z.string()).optional() }),
    errors: ['INVALID_VERIFICATION_CODE', 'TWO_STEP_ACTIVE', 'TWO_STEP_NOT_STARTED', 'EMAIL_NOT_VERIFIED'],
  },
  getTwoFactorStatus: {
    summary: 'Whether the caller uses two-factor log-in',
    mark: 'assumed',
    data: z.object({
      enabled: z.boolean(),
      method: TwoFactorMethod.nullish(),
      /** Number of unused recovery codes; absent if two-step login is disabled. Our extension. */
      recoveryCodesLeft: z.number().optional(),
    }),
  },
  disableTwoFactor: {
    summary: 'Turn off two-factor; needs a code or the password',
    mark: 'assumed',
    body: z.object({ verificationCode: absentIfEmpty(VerificationCode), password: CurrentPassword }),
    data: z.object({ enabled: z.literal(false) }),
    errors: ['INVALID_VERIFICATION_CODE', 'WRONG_PASSWORD'],
  },
  renewRecoveryCodes: {
    summary: 'Make ten new recovery codes; the old ones stop working',
    mark: 'assumed',
    data: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['TWO_STEP_NOT_STARTED', 'FRESH_LOGIN_REQUIRED'],
  },
  listLinkedLogins: {
    summary: 'What opens the account besides its password',
    mark: 'assumed',
    data: LinkedLogins,
  },
  linkGoogle: {
    summary: 'Let a Google account open this one',
    mark: 'assumed',
    body: z.object({ tokenId: GoogleToken }),
    data: LinkedLogins,
    errors: [...providerErrors, ...linkErrors],
  },
  linkTwitter: {
    summary: 'Let a Twitter account open this one; starts as a Twitter log-in does',
    mark: 'assumed',
    body: z.object(twitterAnswer),
    data: LinkedLogins,
    errors: [...providerErrors, ...linkErrors],
  },
  linkPhone: {
    summary: 'Let a phone open this account, with a code from sendPhoneCode',
    mark: 'assumed',
    body: z.object({ phone: requiredLine(40), code: VerificationCode }),
    data: LinkedLogins,
    errors: ['PHONE_INVALID', 'INVALID_VERIFICATION_CODE', ...linkErrors],
  },
  unlinkLogin: {
    summary: 'Stop an outside account or phone from opening this one',
    mark: 'assumed',
    params: z.object({ provider: z.enum(['google', 'twitter', 'phone']) }),
    data: LinkedLogins,
    errors: ['ENTITY_NOT_FOUND', 'LAST_LOGIN_WAY', 'FRESH_LOGIN_REQUIRED'],
  },
} satisfies SchemasFor<typeof authRoutes>;

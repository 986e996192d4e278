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
/** The family's `email` and `phone` are not offered: whoever holds the mailbox could reset the password as well. */
const TwoFactorMethod = z.enum(['app']);

/** Opaque to clients; goes out again as the raw `Authorization` header. Wire contract 1.4. */
const Token = z.object({ token: z.string(), device: z.string().optional() });
const Notice = z.object({ message: z.string() });
const VerificationCode = requiredText(20);
/** What a mailed link does. */
const MailLinkAction = z.enum(['verify-email', 'change-email', 'revert-email', 'end-session', 'unsubscribe']);
const mailLink = { action: MailLinkAction, token: requiredText(300) };

/**
 * What a log-in answered as `device`, for the next one: guesses of strangers do not stand in the way of a device
 * that its owner has logged in from, and its log-ins are no news to the owner. Ours; clients that keep none solve a
 * captcha while somebody guesses. Promises I-13.
 */
const DeviceToken = absentIfEmpty(z.string().regex(/^[\w-]{43}$/, 'must be a device'));

/** What refuses an account whose password, code or token was right. */
const entryErrors = [
  'EMAIL_NOT_VERIFIED',
  'ACCOUNT_INACTIVE',
  'TWO_STEP_REQUIRED',
  'INVALID_VERIFICATION_CODE',
] as const;

/** Why another site's log-in does not come about. */
const providerErrors = ['PROVIDER_REFUSED', 'PROVIDER_UNREACHABLE', 'PROVIDER_NOT_CONFIGURED'] as const;

/** Why a way to log in is not linked. */
const linkErrors = ['LINKED_ELSEWHERE', 'EMAIL_NOT_VERIFIED', 'FRESH_LOGIN_REQUIRED'] as const;

const firstLogin = {
  /** What to become on the first log-in; an account that exists stays what it is. */
  role: Role,
  remember: Flag.optional(),
  verificationCode: VerificationCode.optional(),
  device: DeviceToken,
};

/** What Twitter sent back, with what `startTwitterLogin` answered. */
const twitterAnswer = each(['oauth_verifier', 'oauthToken', 'oauthTokenSecret'], requiredText(500));
const GoogleToken = requiredText(5000);

/** Outside accounts and phones that open this account. `password` has no entry: it is changed, not unlinked. */
const LinkedLogins = z.object({
  hasPassword: z.boolean(),
  linked: z.array(
    z.object({
      provider: z.enum(['google', 'twitter', 'phone']),
      /** An e-mail address, a Twitter name or a phone number, for its owner to recognise. */
      label: z.string(),
      /** False for the last way to log in. */
      canUnlink: z.boolean(),
    }),
  ),
});

/** Who brought this account, from the `ref` of the address they came by. Both spellings are in use. */
const referral = { ref: clearable(text(100)), rel: clearable(text(100)) };

export const authSchemas = {
  login: {
    summary: 'Log in as a user or a performer; users are looked up first',
    mark: 'seen',
    body: z
      .object({
        /** An e-mail address or a username. */
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
    /** Clients of two generations read different spellings: both are sent. Wire contract 6. */
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
    /** Answers the same whatever the address: a 404 would tell who has an account. Promises I-7. */
    body: z.object({
      /** Clients send the whole account here; two fields of it count. Who has just signed up knows no id: ours goes by the email. */
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
    /** The same for an e-mail that nobody has: the family's 404 would tell who has an account. Promises I-7. */
    data: Success,
  },
  resetPassword: {
    summary:
      'Set a new password with the token of a reset email; every session of the account ends, and a new one begins',
    mark: 'assumed',
    body: z.object({ token: requiredText(200), password: NewPassword, device: DeviceToken }),
    /** A log-in where nothing more is needed for it. With two-step log-in `email` says for whom it comes next. */
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
    /** `done` when it was used, `gone` when it does nothing any more. */
    data: z.object({ state: z.enum(['open', 'done', 'gone']) }),
  },
  useMailLink: {
    summary: 'Do what a mailed link is for',
    mark: 'assumed',
    body: z.object(mailLink),
    /** `resetToken` sets a new password, where the owner should choose one next. */
    data: z.object({ resetToken: z.string().optional() }),
    errors: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
  },
  checkUsername: {
    summary: 'Whether a username can be had',
    mark: 'assumed',
    query: z.object({ username: text(60) }),
    /** `reason` in words, where it cannot. */
    data: z.object({ available: z.boolean(), reason: z.string().optional() }),
  },
  registerUser: {
    summary: 'Sign up as a user; a verification email follows, a log-in does not',
    mark: 'seen',
    /** An e-mail that has an account is answered alike, and its owner told by mail: the family's 422 tells everybody. */
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
      /** Ours: they declare to be as old as the site asks. Absent with clients that do not ask. */
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
      /** Required in the family; ours takes creators who would rather not say. */
      gender: clearable(Gender),
      name: clearable(line(100)),
      returnTo: ReturnTo,
      captcha: CaptchaToken,
      ...referral,
    }),
    /** Not marked required: a missing document is the rule error 404 DOCUMENTS_MISSING, not 400 NO_FILE. */
    files: { idVerification: { kinds: ['image', 'document'] }, documentVerification: { kinds: ['image', 'document'] } },
    data: Notice,
    errors: [
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
    /** With its country code; whether it is a number is a rule, 422. Wire contract 2.1. */
    body: z.object({ phone: requiredLine(40), captcha: CaptchaToken }),
    /**
     * Seconds: how long the code works, and when the next one may be asked for (ours). `onlyForAccounts`: the site has few
     * texts left today, so only a number that opens an account was sent one; said to all alike (ours).
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
    /** `qrCode` is a data URL of a picture of `otpauthUrl`. */
    data: z.object({ enabled: z.literal(false), secret: z.string(), otpauthUrl: z.string(), qrCode: z.string() }),
    errors: ['TWO_STEP_ACTIVE', 'FRESH_LOGIN_REQUIRED', 'EMAIL_NOT_VERIFIED'],
  },
  verifyTwoFactor: {
    summary: 'Finish setting up two-factor log-in with a first code',
    mark: 'assumed',
    body: z.object({ verificationCode: VerificationCode }),
    /** Ten codes, told this once. */
    data: z.object({ enabled: z.literal(true), recoveryCodes: z.array(z.string()).optional() }),
    errors: ['INVALID_VERIFICATION_CODE', 'TWO_STEP_ACTIVE', 'TWO_STEP_NOT_STARTED', 'EMAIL_NOT_VERIFIED'],
  },
  getTwoFactorStatus: {
    summary: 'Whether the caller uses two-factor log-in',
    mark: 'assumed',
    data: z.object({
      enabled: z.boolean(),
      method: TwoFactorMethod.nullish(),
      /** Recovery codes not used yet; absent while it is off. Ours. */
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

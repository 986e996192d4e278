import { z } from 'zod';
import {
  Deleted,
  Dollars,
  Flag,
  IdParams,
  IsoDate,
  ListQuery,
  ObjectId,
  byId,
  getList,
  getPage,
} from '../base/common-schemas';
import type { accountRoutes } from './account-routes';
import type { SchemasFor } from '../base/define';
import {
  CountryCode,
  CurrentPassword,
  Email,
  NewPassword,
  Username,
  absentIfEmpty,
  clearable,
  line,
  requiredText,
  text,
} from '../base/field-schemas';
import {
  AccountStatus,
  Circle,
  Gender,
  MailPreferences,
  Me,
  PushPreferences,
  QuietHours,
  SitePreferences,
  UserMe,
  UserPublic,
} from './people-schemas';

const Profile = z.object({
  username: absentIfEmpty(Username),
  name: absentIfEmpty(line(100)),
  firstName: clearable(line(100)),
  lastName: clearable(line(100)),
  email: absentIfEmpty(Email),
  phone: clearable(line(40)),
  gender: clearable(Gender),
  country: clearable(CountryCode),
  password: absentIfEmpty(NewPassword),
});

/**
 * Changes to the caller's own account. A new email replaces the old one once the link sent to it is opened; until then it is
 * `pendingEmail`. A new email or password needs a fresh login, or the current password (our extension, optional).
 */
const OwnProfile = Profile.extend({
  currentPassword: CurrentPassword,
  /** Our extension: declares the minimum age, after a login method that does not ask for it. */
  isOfAge: z.literal(true).optional(),
});

/** The device is detected from the user agent, and the country from the IP address: both are hints. */
const Session = z.object({
  _id: ObjectId,
  device: z.enum(['desktop', 'phone', 'tablet', 'tv', 'other']),
  /** Such as `Firefox`, `Android`; empty if unknown. */
  browser: z.string(),
  os: z.string(),
  /** Two letters; null if unknown. */
  country: z.string().nullable(),
  remember: z.boolean(),
  createdAt: IsoDate,
  /** Rounded to the hour. */
  lastUsedAt: IsoDate,
  expiresAt: IsoDate,
  isCurrent: z.boolean(),
});

/**
 * How the caller can confirm their identity: `twoFactor` is a code of the authenticator app or a recovery code, `email` a code
 * sent by `sendConfirmationCode`, `login` a new login, which always works.
 */
const ReauthWay = z.enum(['password', 'twoFactor', 'email', 'login']);

const Confirmation = z.object({
  /** Sensitive calls need no confirmation until then; null if they need one now. */
  confirmedUntil: IsoDate.nullable(),
  ways: z.array(ReauthWay),
  /** Masked address to which a code would be sent, such as `m•••@example.test`. */
  email: z.string().nullable(),
});

const DataExport = z.object({
  _id: ObjectId,
  status: z.enum(['pending', 'ready', 'failed', 'expired']),
  createdAt: IsoDate,
  readyAt: IsoDate.nullable(),
  expiresAt: IsoDate.nullable(),
  size: z.number().nullable(),
  /** URL of the zip archive while it is ready; signed for the caller and valid for some minutes. */
  url: z.string().nullable(),
});

const Deletion = z.object({
  /** When the account is deleted; null if that was not requested. */
  deletionAt: IsoDate.nullable(),
  earliestAt: IsoDate,
  /** The text to type as `confirmation`: the username, else the email, else the phone number. */
  confirmation: z.string(),
  /** Why deletion cannot be requested now; null if it can. */
  refusal: z.enum(['DELETION_MONEY_PENDING', 'DELETION_ORDERS']).nullable(),
  /** Wallet balance that would be lost: if it is above zero, `giveUpBalance` must be sent. */
  balance: Dollars,
  /** Fans with paid time left, which they keep: if there are any, `endSubscriptions` must be sent. */
  subscribers: z.number(),
  /** Data that is kept by law or for buyers, described in sentences. */
  kept: z.array(z.string()),
});

const avatarFile = { avatar: { kinds: ['image'], required: true } } as const;
const AvatarReply = z.object({ success: z.literal(true), url: z.string() });

export const accountSchemas = {
  getMe: {
    summary: 'The current user or performer, told apart by isPerformer',
    mark: 'seen',
    data: Me,
  },
  updateMe: {
    summary: "Change the caller's profile",
    mark: 'seen',
    body: OwnProfile,
    data: Me,
    errors: [
      'LAST_LOGIN_WAY',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'USERNAME_RESERVED',
      'FRESH_LOGIN_REQUIRED',
      'WRONG_PASSWORD',
    ],
  },
  updateUser: {
    ...byId,
    summary: 'Change a user as an administrator',
    /** Compatible backends also accept `balance` here. Our API ignores it: money only moves through the ledger. Decisions 2. */
    body: Profile.extend({
      roles: z
        .array(z.enum(['user', 'admin', 'owner']))
        .max(2)
        .optional(),
      verifiedEmail: Flag.optional(),
      status: AccountStatus.extract(['active', 'inactive', 'pending-email-confirmation']).optional(),
    }),
    data: UserMe,
    errors: [
      'ENTITY_NOT_FOUND',
      'EMAIL_TAKEN',
      'USERNAME_TAKEN',
      'USERNAME_RESERVED',
      'FRESH_LOGIN_REQUIRED',
      'OPERATOR_ACCOUNT',
    ],
  },
  searchUsers: {
    summary: 'Active users, for the pickers of performers',
    mark: 'seen',
    query: ListQuery.extend({
      name: line(100).optional(),
      gender: Gender.optional(),
      country: line(2).optional(),
      exactMatch: Flag.optional(),
      includedIds: getList(ObjectId).optional(),
    }),
    data: getPage(UserPublic),
  },
  getUser: { ...byId, summary: 'A user as others see them', mark: 'seen-path', data: UserPublic },
  setFollowPopupStatus: {
    summary: 'Remember that the follow popup was shown',
    mark: 'assumed',
    body: z.object({ status: Flag.default(true) }),
    data: Me,
  },
  dismissWelcomeVideo: {
    summary: 'Remember that the welcome video was closed',
    mark: 'assumed',
    body: z.object({ performerId: ObjectId.optional() }),
    data: Me,
  },
  uploadMyAvatar: {
    summary: "Replace the caller's avatar",
    mark: 'seen',
    files: avatarFile,
    data: AvatarReply,
    errors: ['NO_FILE', 'INVALID_IMAGE'],
  },
  uploadUserAvatar: {
    ...byId,
    summary: "Replace a user's avatar as an administrator",
    files: avatarFile,
    data: AvatarReply,
    errors: ['NO_FILE', 'INVALID_IMAGE', 'ENTITY_NOT_FOUND'],
  },
  deleteMyAvatar: {
    summary: "Take the caller's avatar away; for both kinds",
    mark: 'assumed',
    data: Me,
  },
  updatePreferences: {
    summary:
      'Change what others see of the caller, who may write or comment, and which news are mailed, pushed and listed; what is not given stays',
    mark: 'assumed',
    body: z.object({
      hideFromSearch: z.boolean().optional(),
      showOnline: z.boolean().optional(),
      readReceipts: z.boolean().optional(),
      messagesFrom: Circle.optional(),
      /** For creators; fans publish nothing to comment on. */
      commentsFrom: Circle.optional(),
      mails: MailPreferences.partial().optional(),
      pushes: PushPreferences.partial().optional(),
      site: SitePreferences.partial().optional(),
      /** Null ends them. */
      quietHours: QuietHours.nullish(),
    }),
    data: Me,
  },
  resendEmailChange: {
    summary: 'Send the link to the pending email again',
    mark: 'assumed',
    data: Me,
    errors: ['ENTITY_NOT_FOUND'],
  },
  cancelEmailChange: {
    summary: 'Forget the pending email; its link stops working',
    mark: 'assumed',
    data: Me,
  },
  listSessions: {
    summary: "The caller's log-ins, the last used first",
    mark: 'assumed',
    data: getPage(Session),
  },
  endOtherSessions: {
    summary: 'Log out everywhere but here',
    mark: 'assumed',
    data: z.object({ ended: z.number() }),
    errors: ['FRESH_LOGIN_REQUIRED'],
  },
  endSession: {
    summary: 'Log out one device; without proof only this one',
    mark: 'assumed',
    params: IdParams,
    data: Deleted,
    errors: ['ENTITY_NOT_FOUND', 'FRESH_LOGIN_REQUIRED'],
  },
  getConfirmation: {
    summary: 'Whether sensitive calls need proof now, and which proof the caller can give',
    mark: 'assumed',
    data: Confirmation,
  },
  /**
   * The session continues under the new token, which the client must store in place of the old one, for as long as `remember`
   * implies. The old token is accepted for one more minute, but not for sensitive calls.
   */
  confirmIdentity: {
    summary: 'Prove again who is calling; sensitive calls then need no proof for ten minutes',
    mark: 'assumed',
    body: z
      .object({
        password: CurrentPassword,
        /** A code from the authenticator app, a recovery code, or the code sent by sendConfirmationCode. */
        verificationCode: text(40).optional(),
      })
      .refine((body) => body.password || body.verificationCode, { path: ['password'], error: 'must not be empty' }),
    data: z.object({ token: z.string(), remember: z.boolean(), confirmedUntil: IsoDate }),
    errors: ['WRONG_PASSWORD', 'INVALID_VERIFICATION_CODE'],
  },
  sendConfirmationCode: {
    summary: 'Email a code that confirmIdentity takes, to accounts that have no password',
    mark: 'assumed',
    /** `expiresIn` in seconds. */
    data: z.object({ success: z.literal(true), expiresIn: z.number() }),
    errors: ['FORBIDDEN'],
  },
  getDataExport: {
    summary: "The newest archive of the caller's data, if there is one",
    mark: 'assumed',
    data: z.object({ export: DataExport.nullable() }),
  },
  requestDataExport: {
    summary: "Have an archive of all the caller's data made; an email and a notification tell when it is ready",
    mark: 'assumed',
    data: z.object({ export: DataExport }),
    errors: ['FRESH_LOGIN_REQUIRED', 'EXPORT_RUNNING'],
  },
  getDeletion: {
    summary: 'What deleting the account would mean, and whether it was asked for',
    mark: 'assumed',
    data: Deletion,
  },
  requestDeletion: {
    summary: 'Delete the account after a time of grace; subscriptions end now, other log-ins too',
    mark: 'assumed',
    body: z.object({
      confirmation: requiredText(254),
      giveUpBalance: z.boolean().optional(),
      endSubscriptions: z.boolean().optional(),
    }),
    data: Me,
    errors: [
      'FORBIDDEN',
      'FRESH_LOGIN_REQUIRED',
      'CONFIRMATION_MISMATCH',
      'DELETION_MONEY_PENDING',
      'DELETION_ORDERS',
      'DELETION_MONEY_LEFT',
      'DELETION_SUBSCRIBERS',
    ],
  },
  cancelDeletion: {
    summary: 'Keep the account after all; renewals stay off until they are turned on again',
    mark: 'assumed',
    data: Me,
  },
} satisfies SchemasFor<typeof accountRoutes>;

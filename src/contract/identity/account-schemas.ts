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
import { AccountStatus, Circle, Gender, Me, MailPreferences, UserMe, UserPublic } from './people-schemas';

/** What may be changed of an account. A new password replaces the old one. */
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
 * What an account may change of itself. A new e-mail counts once the link sent there was opened; until then it is
 * `pendingEmail`. It and a new password need a fresh log-in, or the current password along with them (ours, optional).
 */
const OwnProfile = Profile.extend({
  currentPassword: CurrentPassword,
  /** Ours: they declare to be as old as the site asks, for who came by a log-in that does not ask. */
  isOfAge: z.literal(true).optional(),
});

/** One log-in. The device is told from what the browser says of itself, the place from the address: both are hints. */
const Session = z.object({
  _id: ObjectId,
  device: z.enum(['desktop', 'phone', 'tablet', 'tv', 'other']),
  /** As `Firefox`, `Android`; empty when it cannot be told. */
  browser: z.string(),
  os: z.string(),
  /** Two letters; null when it cannot be told. */
  country: z.string().nullable(),
  remember: z.boolean(),
  createdAt: IsoDate,
  /** To the hour. */
  lastUsedAt: IsoDate,
  expiresAt: IsoDate,
  /** The one that asks. */
  isCurrent: z.boolean(),
});

/**
 * How the caller can prove who they are: `twoFactor` is a code of the authenticator or a recovery code, `email` a code
 * sent by `sendConfirmationCode`, `login` to log out and in again, which always works.
 */
const ReauthWay = z.enum(['password', 'twoFactor', 'email', 'login']);

const Confirmation = z.object({
  /** Until when sensitive calls need no proof; null when they do now. */
  confirmedUntil: IsoDate.nullable(),
  ways: z.array(ReauthWay),
  /** Where a code would go, as `m•••@example.test`. */
  email: z.string().nullable(),
});

const DataExport = z.object({
  _id: ObjectId,
  status: z.enum(['pending', 'ready', 'failed', 'expired']),
  createdAt: IsoDate,
  readyAt: IsoDate.nullable(),
  /** When the archive is deleted. */
  expiresAt: IsoDate.nullable(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Absolute address of the zip archive while it is ready; signed for the caller, works for some minutes. */
  url: z.string().nullable(),
});

const Deletion = z.object({
  /** When the account goes; null while nobody asked for it. */
  deletionAt: IsoDate.nullable(),
  /** When it would go if it were asked for now. */
  earliestAt: IsoDate,
  /** What has to be typed as `confirmation`: the username, else the e-mail, else the phone number. */
  confirmation: z.string(),
  /** Why it cannot be asked for now: income that is still held; null when it can. */
  refusal: z.enum(['DELETION_MONEY_PENDING', 'DELETION_ORDERS']).nullable(),
  /** What is in the wallet and would be given up: `giveUpBalance` must be sent when it is above zero. */
  balance: Dollars,
  /** Fans whose paid time still runs: `endSubscriptions` must be sent when there are any. They keep it to the end. */
  subscribers: z.number(),
  /** What stays by law or for those who paid, in sentences. */
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
    errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'USERNAME_RESERVED', 'FRESH_LOGIN_REQUIRED', 'WRONG_PASSWORD'],
  },
  updateUser: {
    ...byId,
    summary: 'Change a user as an administrator',
    /** The family also takes `balance` here. Ours drops it: money moves through the ledger only. Decisions 2. */
    body: Profile.extend({
      roles: z
        .array(z.enum(['user', 'admin']))
        .max(2)
        .optional(),
      verifiedEmail: Flag.optional(),
      status: AccountStatus.extract(['active', 'inactive', 'pending-email-confirmation']).optional(),
    }),
    data: UserMe,
    errors: ['ENTITY_NOT_FOUND', 'EMAIL_TAKEN', 'USERNAME_TAKEN', 'USERNAME_RESERVED', 'FRESH_LOGIN_REQUIRED'],
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
      'Change what others see of the caller, who may write or comment, and which emails are sent; what is not given stays',
    mark: 'assumed',
    body: z.object({
      hideFromSearch: z.boolean().optional(),
      showOnline: z.boolean().optional(),
      readReceipts: z.boolean().optional(),
      messagesFrom: Circle.optional(),
      /** Of creators; fans publish nothing to comment on. */
      commentsFrom: Circle.optional(),
      mails: MailPreferences.partial().optional(),
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
   * The session goes on under the new token; the old one answers for another minute, never to sensitive calls. It must be
   * stored in its place, for as long as a log-in with this `remember` would be.
   */
  confirmIdentity: {
    summary: 'Prove again who is calling; sensitive calls then need no proof for ten minutes',
    mark: 'assumed',
    body: z
      .object({
        password: CurrentPassword,
        /** Of the authenticator, a recovery code, or mailed by sendConfirmationCode. */
        verificationCode: text(40).optional(),
      })
      .refine((body) => body.password || body.verificationCode, { path: ['password'], error: 'must not be empty' }),
    data: z.object({ token: z.string(), remember: z.boolean(), confirmedUntil: IsoDate }),
    errors: ['WRONG_PASSWORD', 'INVALID_VERIFICATION_CODE'],
  },
  sendConfirmationCode: {
    summary: 'Email a code that confirmIdentity takes, to accounts that have no password',
    mark: 'assumed',
    /** Seconds. */
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

import { z } from 'zod';
import { Flag, IdParams, ListQuery, ObjectId, listOf, pageOf } from './common-schemas';
import type { accountRoutes } from './account-routes';
import type { SchemasFor } from './define';
import { CountryCode, Email, Password, Username, absentIfEmpty, clearable, text } from './field-schemas';
import { AccountStatus, Gender, Me, UserMe, UserPublic } from './people-schemas';

/** What an account may change of itself. A new e-mail is unverified again; a new password replaces the old one. */
const OwnProfile = z.object({
  username: absentIfEmpty(Username),
  name: absentIfEmpty(text(100)),
  firstName: clearable(text(100)),
  lastName: clearable(text(100)),
  email: absentIfEmpty(Email),
  phone: clearable(text(40)),
  gender: clearable(Gender),
  country: clearable(CountryCode),
  password: absentIfEmpty(Password),
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
    errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'USERNAME_RESERVED'],
  },
  updateUser: {
    summary: 'Change a user as an administrator',
    mark: 'seen',
    params: IdParams,
    /** The family also takes `balance` here. Ours drops it: money moves through the ledger only. Decisions 2. */
    body: OwnProfile.extend({
      roles: z.array(z.enum(['user', 'admin'])).optional(),
      verifiedEmail: Flag.optional(),
      status: AccountStatus.optional(),
    }),
    data: UserMe,
    errors: ['ENTITY_NOT_FOUND', 'EMAIL_TAKEN', 'USERNAME_TAKEN', 'USERNAME_RESERVED'],
  },
  searchUsers: {
    summary: 'Active users, for the pickers of performers',
    mark: 'seen',
    query: ListQuery.extend({
      name: text(100).optional(),
      gender: Gender.optional(),
      country: text(2).optional(),
      exactMatch: Flag.optional(),
      includedIds: listOf(ObjectId).optional(),
    }),
    data: pageOf(UserPublic),
  },
  getUser: {
    summary: 'A user as others see them',
    mark: 'seen-path',
    params: IdParams,
    data: UserPublic,
    errors: ['ENTITY_NOT_FOUND'],
  },
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
    summary: "Replace a user's avatar as an administrator",
    mark: 'seen',
    params: IdParams,
    files: avatarFile,
    data: AvatarReply,
    errors: ['NO_FILE', 'INVALID_IMAGE', 'ENTITY_NOT_FOUND'],
  },
} satisfies SchemasFor<typeof accountRoutes>;

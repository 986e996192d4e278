import { z } from 'zod';
import type { blockRoutes } from './block-routes';
import { DollarsInput, IsoDate, ListQuery, ObjectId, byId, getPage, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { CountryCode, clearable, text } from '../base/field-schemas';
import { UserPublic } from './people-schemas';

/** `source` blocks `target`. Wire contract 2.4. */
const BlockedUser = z.object({
  ...stamps,
  source: z.literal('performer'),
  sourceId: ObjectId,
  target: z.literal('user'),
  targetId: ObjectId,
  reason: z.string().nullish(),
});

export const blockSchemas = {
  listBlockedCountries: {
    summary: 'Countries the whole site is closed to; a bare list',
    mark: 'seen',
    data: z.array(z.object({ _id: ObjectId, countryCode: z.string(), createdAt: IsoDate })),
  },
  blockCountries: {
    summary: "Replace the caller's list of blocked countries",
    mark: 'seen',
    body: z.object({ countryCodes: z.array(CountryCode).max(300) }),
    data: z.object({
      ...stamps,
      source: z.literal('performer'),
      sourceId: ObjectId,
      countryCodes: z.array(z.string()),
    }),
  },
  blockUser: {
    summary: 'Block a user; a repeat replies the first block',
    mark: 'seen',
    body: z.object({
      targetId: ObjectId,
      target: z.literal('user').default('user'),
      reason: clearable(text(500)),
      /** Ends their subscription now and refunds the unused part. Our extension, optional. */
      refundRest: z.boolean().optional(),
      /** Amount of that refund as shown to the caller; it decreases daily. Our extension, optional. */
      expectedRest: DollarsInput.optional(),
    }),
    data: BlockedUser,
    errors: ['ENTITY_NOT_FOUND', 'PRICE_CHANGED'],
  },
  unblockUser: {
    ...byId,
    summary: 'Unblock a user; the id is the user, not the block',
    data: z.object({ unlocked: z.boolean() }),
  },
  listBlockedUsers: {
    summary: 'Users the caller blocked',
    mark: 'seen',
    query: ListQuery,
    data: getPage(BlockedUser.extend({ targetInfo: UserPublic.nullish() })),
  },
  checkCountryBlock: {
    summary: "Whether the site is closed to the caller's country; false when it cannot tell",
    mark: 'seen',
    data: z.object({
      blocked: z.boolean(),
      /** Two letters; null if unknown. Lets a server that renders for guests share pages within a country. Our extension. */
      country: z.string().nullish(),
    }),
  },
} satisfies SchemasFor<typeof blockRoutes>;

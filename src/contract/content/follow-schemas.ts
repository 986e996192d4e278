import { z } from 'zod';
import { ListQuery, ObjectId, True, byId, byIdIfAllowed, getPage, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import type { followRoutes } from './follow-routes';
import { PerformerPublic, PersonPublic } from '../identity/people-schemas';

/** `followerId` follows the performer `followingId`. Wire contract 2.7. */
const Follow = z.object({ ...stamps, followerId: ObjectId, followingId: ObjectId });

const PopulatedFollow = Follow.extend({
  followerInfo: PersonPublic.nullish(),
  followingInfo: PerformerPublic.nullish(),
});

export const followSchemas = {
  followPerformer: {
    ...byIdIfAllowed,
    summary: 'Follow a performer; a repeat replies the first follow',
    data: Follow,
    errors: [...byIdIfAllowed.errors, 'DOCUMENTS_NOT_APPROVED'],
  },
  unfollowPerformer: { ...byId, summary: 'Stop following a performer', data: True },
  listFollowers: { summary: 'Who follows the caller', mark: 'seen', query: ListQuery, data: getPage(PopulatedFollow) },
  listFollowing: { summary: 'Whom the caller follows', mark: 'seen', query: ListQuery, data: getPage(PopulatedFollow) },
} satisfies SchemasFor<typeof followRoutes>;

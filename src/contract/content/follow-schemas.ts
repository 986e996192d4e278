import { z } from 'zod';
import { IdParams, ListQuery, ObjectId, True, pageOf, stamps } from '../base/common-schemas';
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
    summary: 'Follow a performer; a repeat replies the first follow',
    mark: 'seen',
    params: IdParams,
    data: Follow,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
  unfollowPerformer: {
    summary: 'Stop following a performer',
    mark: 'seen',
    params: IdParams,
    data: True,
    errors: ['ENTITY_NOT_FOUND'],
  },
  listFollowers: { summary: 'Who follows the caller', mark: 'seen', query: ListQuery, data: pageOf(PopulatedFollow) },
  listFollowing: { summary: 'Whom the caller follows', mark: 'seen', query: ListQuery, data: pageOf(PopulatedFollow) },
} satisfies SchemasFor<typeof followRoutes>;

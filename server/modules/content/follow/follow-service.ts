import type { EndpointPart } from '@contract/schemas';
import type { Actor, Caller } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { PerformerView } from '../../identity/people/people-service';
import { followPerformer, presentFollow, type FollowDeps } from './follow-performer';
import { createFollowRepository, type FollowRow } from './follow-repository';

export type FollowService = ReturnType<typeof createFollowService>;

/** Wire contract 2.7. */
export function createFollowService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  needs: Pick<FollowDeps, 'people' | 'targets' | 'notification'>,
) {
  const repository = createFollowRepository(db);
  const deps: FollowDeps = { ...needs, db, clock, repository };
  const { people } = needs;

  async function populate({ rows, total }: { rows: FollowRow[]; total: number }, actor: Actor) {
    const views = await people.views(
      rows.flatMap((row) => [row.followerId, row.followingId]),
      actor,
    );
    const data = rows.map((row) => ({
      ...presentFollow(row),
      followerInfo: views.get(row.followerId) ?? null,
      followingInfo: (views.get(row.followingId) as PerformerView | undefined) ?? null,
    }));
    return { data, total };
  }

  return {
    /** Makes a new subscriber follow the creator, who gets no notification about it. The fan can unfollow at any time. */
    async followAsSubscriber(tx: Tx, followerId: string, followingId: string): Promise<void> {
      const now = clock.now();
      const ids = { id: newId(now.getTime()), followerId, followingId };
      await repository.insert({ ...ids, createdAt: now, updatedAt: now }, tx);
    },

    follow: (caller: Caller, performerId: string) => followPerformer(deps, caller, performerId),

    async unfollow(actor: Actor, performerId: string): Promise<true> {
      const isGone = await inTransaction(db, (tx) => repository.remove(actor.id, performerId, tx));
      if (!isGone) throw new AppError('ENTITY_NOT_FOUND');
      return true;
    },

    listFollowers: async (actor: Actor, query: EndpointPart<'listFollowers', 'query'>) =>
      populate(await repository.listFollowers(actor.id, query), actor),

    listFollowing: async ({ actor, country }: Caller, query: EndpointPart<'listFollowing', 'query'>) =>
      populate(await repository.listFollowing(actor.id, query, country), actor),
  };
}

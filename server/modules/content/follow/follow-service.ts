import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, type Actor, type Caller } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService, PerformerView } from '../../identity/people/people-service';
import type { TargetService } from '../target/target-service';
import { createFollowRepository, type FollowRow } from './follow-repository';

export type FollowService = ReturnType<typeof createFollowService>;

interface FollowDeps {
  people: Pick<PeopleService, 'views' | 'assertCanAppear'>;
  targets: Pick<TargetService, 'get'>;
  notification: Pick<NotificationService, 'add'>;
}

/** Wire contract 2.7. */
export function createFollowService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { people, targets, notification }: FollowDeps,
) {
  const repository = createFollowRepository(db);

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
    /** Subscribing also follows. The creator gets no follow notification; the fan can unfollow at any time. */
    async followAsSubscriber(tx: Tx, followerId: string, followingId: string): Promise<void> {
      const now = clock.now();
      const ids = { id: newId(now.getTime()), followerId, followingId };
      await repository.insert({ ...ids, createdAt: now, updatedAt: now }, tx);
    },

    /**
     * A repeat returns the first follow and notifies no one.
     *
     * @throws AppError ENTITY_NOT_FOUND if the account is no creator or blocks the caller; FORBIDDEN for oneself.
     */
    async follow(caller: Caller, performerId: string): Promise<EndpointReply<'followPerformer'>> {
      const { actor } = caller;
      assertAllowed(actor.id !== performerId);
      await people.assertCanAppear(actor);
      const performer = await targets.get('performer', performerId, caller);
      const row = await inTransaction(db, async (tx) => {
        const now = clock.now();
        const ids = { followerId: actor.id, followingId: performerId };
        const stored = await repository.insert(
          { id: newId(now.getTime()), ...ids, createdAt: now, updatedAt: now },
          tx,
        );
        if (!stored) return requireFound(await repository.find(actor.id, performerId, tx));
        await notification.add(tx, {
          userId: performerId,
          type: 'performer',
          action: 'follow',
          title: 'New follower',
          message: `${actor.name || actor.username || 'Someone'} follows you.`,
          refId: performerId,
          refSource: 'performer',
          reference: performer.reference,
          createdBy: actor.id,
          isOnce: true,
        });
        return stored;
      });
      return presentFollow(row);
    },

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

const presentFollow = ({ id, createdAt, updatedAt, ...row }: FollowRow) => ({
  ...row,
  _id: id,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

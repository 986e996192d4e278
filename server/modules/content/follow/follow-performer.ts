import type { EndpointReply } from '@contract/schemas';
import { assertAllowed, type Caller } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { TargetService } from '../target/target-service';
import type { FollowRepository, FollowRow } from './follow-repository';

export interface FollowDeps extends Pick<ServerContext, 'db' | 'clock'> {
  people: Pick<PeopleService, 'views' | 'assertCanAppear'>;
  targets: Pick<TargetService, 'get'>;
  notification: Pick<NotificationService, 'add'>;
  repository: FollowRepository;
}

/**
 * Following again returns the first follow and notifies nobody.
 *
 * @throws AppError ENTITY_NOT_FOUND if the account is not a creator or blocks the caller; FORBIDDEN for oneself
 */
export async function followPerformer(
  { db, clock, people, targets, notification, repository }: FollowDeps,
  caller: Caller,
  performerId: string,
): Promise<EndpointReply<'followPerformer'>> {
  const { actor } = caller;
  assertAllowed(actor.id !== performerId);
  await people.assertCanAppear(actor);
  const performer = await targets.get('performer', performerId, caller);
  const row = await inTransaction(db, async (tx) => {
    const now = clock.now();
    const ids = { followerId: actor.id, followingId: performerId };
    const stored = await repository.insert({ id: newId(now.getTime()), ...ids, createdAt: now, updatedAt: now }, tx);
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
}

export const presentFollow = ({ id, createdAt, updatedAt, ...row }: FollowRow) => ({
  ...row,
  _id: id,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

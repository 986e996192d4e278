import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { toCents } from '@contract/base/money';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { rooms } from '../../../realtime/publish';
import type { PeopleService } from '../people/people-service';
import type { createBlockRepository, UserBlockRow } from './block-repository';

interface BlockUserDeps extends Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'events'> {
  people: Pick<PeopleService, 'find'>;
  repository: Pick<ReturnType<typeof createBlockRepository>, 'saveUserBlock' | 'removeUserBlock' | 'listShows'>;
}

/**
 * If the fan is already blocked, returns that block.
 * @throws AppError FORBIDDEN; ENTITY_NOT_FOUND unless the target is a fan; PRICE_CHANGED for an unexpected refund
 */
export async function blockUser(
  { db, clock, publisher, events, people, repository }: BlockUserDeps,
  actor: Actor,
  { targetId, reason, refundRest, expectedRest }: EndpointPart<'blockUser', 'body'>,
): Promise<EndpointReply<'blockUser'>> {
  assertAllowed(isPerformer(actor));
  const { account } = requireFound(await people.find(targetId));
  if (account.kind !== 'user') throw new AppError('ENTITY_NOT_FOUND');
  const pair = { performerId: actor.id, userId: targetId };
  const block = await inTransaction(db, async (tx) => {
    const { block, isNew } = await repository.saveUserBlock(
      { ...pair, reason: reason ?? '', createdAt: clock.now() },
      tx,
    );
    if (isNew)
      await events.emit(tx, 'fanBlockChanged', {
        ...pair,
        isBlocked: true,
        since: block.createdAt,
        refundRest,
        expectedRest: expectedRest === undefined ? undefined : toCents(expectedRest),
      });
    return block;
  });
  // Other processes check their rooms every few seconds, and then remove the fan's sockets.
  const shows = await repository.listShows(actor.id);
  for (const room of [rooms.presence(actor.id), ...shows.map(({ id, type }) => rooms.conversation(type, id))]) {
    publisher.evict(rooms.account(targetId), room);
  }
  return presentUserBlock(block);
}

/** @param userId the fan's id, not that of the block @throws AppError FORBIDDEN; ENTITY_NOT_FOUND if there is no block */
export async function unblockUser(
  { db, events, repository }: BlockUserDeps,
  actor: Actor,
  userId: string,
): Promise<EndpointReply<'unblockUser'>> {
  assertAllowed(isPerformer(actor));
  await inTransaction(db, async (tx) => {
    const { createdAt: since } = requireFound(await repository.removeUserBlock(actor.id, userId, tx));
    await events.emit(tx, 'fanBlockChanged', { performerId: actor.id, userId, isBlocked: false, since });
  });
  return { unlocked: true };
}

/** Wire contract 2.4. */
export function presentUserBlock(row: UserBlockRow): EndpointReply<'blockUser'> {
  return {
    _id: row.id,
    source: 'performer',
    sourceId: row.performerId,
    target: 'user',
    targetId: row.userId,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

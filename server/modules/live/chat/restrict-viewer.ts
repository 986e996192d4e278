import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, type Caller } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { rooms } from '../../../realtime/publish';
import type { ChatDeps } from './chat-deps';
import { getRoom } from './chat-events';
import { requireOwn } from '../show/entry-service';

/** @throws AppError ENTITY_NOT_FOUND, also for shows of others */
export async function listRestrictions(
  { clock, repository, entry, people }: ChatDeps,
  caller: Caller,
  streamId: string,
): Promise<EndpointReply<'listRestrictions'>> {
  requireOwn(await entry.find(streamId), caller);
  const rows = await repository.listRestrictions(streamId, clock.now());
  const views = await people.publicViews(rows.map(({ accountId }) => accountId));
  const data = rows.flatMap(({ accountId, kind, until }) => {
    const viewer = views.get(accountId);
    if (!viewer) return [];
    return { userId: accountId, name: viewer.name || viewer.username || '', kind, until: until?.toISOString() ?? null };
  });
  return { data };
}

/**
 * Mutes a viewer, or removes them until the show ends.
 *
 * @throws AppError ENTITY_NOT_FOUND, FORBIDDEN for restricting oneself or an administrator, STREAM_OFFLINE after the show
 */
export async function restrictViewer(
  deps: ChatDeps,
  caller: Caller,
  streamId: string,
  { userId, kind, minutes }: EndpointPart<'restrictViewer', 'body'>,
): Promise<EndpointReply<'restrictViewer'>> {
  const { db, clock, repository, entry, publisher, events } = deps;
  const show = requireOwn(await entry.find(streamId), caller);
  const viewer = requireFound(await repository.findAccount(userId));
  assertAllowed(viewer.id !== caller.actor.id && !viewer.roles.includes('admin'));
  if (show.state === 'ended') throw new AppError('STREAM_OFFLINE');
  const chat = requireFound(await entry.findByShow(streamId));
  const until = kind === 'mute' && minutes !== undefined ? new Date(clock.now().getTime() + minutes * 60_000) : null;
  await inTransaction(db, async (tx) => {
    await repository.saveRestriction({ streamId, accountId: userId, kind, until }, tx);
    if (kind === 'mute') return;
    await events.emit(tx, 'viewerRemoved', { streamId, sessionId: show.sessionId, accountId: userId });
    tx.afterCommit(() => {
      publisher.evict(rooms.account(userId), getRoom(chat.conversation));
      publisher.publish('stream/access-lost', rooms.account(userId), {
        streamId,
        conversationId: chat.conversation.id,
      });
    });
  });
  return { success: true };
}

/**
 * Lets a removed viewer in again, who stays muted if they were, and else a muted one write. Does nothing if the viewer is not
 * restricted.
 *
 * @throws AppError ENTITY_NOT_FOUND
 */
export async function liftRestriction(
  deps: ChatDeps,
  caller: Caller,
  { id: streamId, userId: accountId }: EndpointPart<'liftRestriction', 'params'>,
): Promise<EndpointReply<'liftRestriction'>> {
  requireOwn(await deps.entry.find(streamId), caller);
  const viewer = { streamId, accountId };
  const wasRemoved = await deps.repository.removeRestriction({ ...viewer, kind: 'ban' });
  if (!wasRemoved) await deps.repository.removeRestriction({ ...viewer, kind: 'mute' });
  return { success: true };
}

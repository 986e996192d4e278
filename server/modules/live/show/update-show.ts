import type { Caller } from '../../../access';
import type { EndpointPart } from '@contract/schemas';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { requireOwn } from './show-access';
import { presentForHost } from './join-show';
import { PRESENCE_MS } from './show-clock';
import type { ShowDeps } from './show-deps';
import type { StreamView } from './show-presenter';
import { checkPrices, mergeTerms } from './show-terms';

/**
 * Changes a show and publishes the change to its room.
 *
 * @param id if absent, the creator's current show.
 * @throws AppError ENTITY_NOT_FOUND, also for shows of other creators; PRICE_OUT_OF_BOUNDS, MISSING_REQUIRED_PROPS
 */
export async function updateShow(
  deps: ShowDeps,
  caller: Caller,
  { id, ...input }: EndpointPart<'updateLiveStream', 'body'> & { id: string | undefined },
): Promise<StreamView> {
  const { db, repository, settings, clock, chat } = deps;
  const site = await settings.read();
  const show = await inTransaction(db, async (tx) => {
    const row = await (id === undefined ? repository.lockOpen(caller.actor.id, tx) : repository.lock(id, tx));
    const current = requireOwn(row, caller);
    if (current.state === 'ended') throw new AppError('ENTITY_NOT_FOUND');
    const terms = mergeTerms(input, current);
    checkPrices(terms, current, site);
    const { pinnedMessageId } = input;
    if (pinnedMessageId) await chat.checkPinnable(tx, current.id, pinnedMessageId);
    tx.afterCommit(() => deps.publishChanges(current.id));
    return requireFound(await repository.update(current.id, { ...terms, updatedAt: clock.now() }, tx));
  });
  return presentForHost(deps, show);
}

/**
 * Stores the duration that an old client reports. It can only grow, up to the time since the start. In public shows, it counts
 * as a heartbeat of the host.
 *
 * @throws AppError ENTITY_NOT_FOUND, also for shows of others
 */
export async function setShowDuration(
  { db, repository, presenceRepository, clock, publishChanges }: ShowDeps,
  caller: Caller,
  { streamId, duration }: EndpointPart<'setStreamDuration', 'body'>,
): Promise<{ updated: true }> {
  await inTransaction(db, async (tx) => {
    const show = requireOwn(await repository.lock(streamId, tx), caller);
    const { state, startedAt, toldSeconds } = show;
    if (state !== 'live' || startedAt === null) return;
    const now = clock.now();
    const elapsed = Math.ceil((now.getTime() - startedAt.getTime()) / 1000);
    const told = Math.max(toldSeconds, Math.min(duration, elapsed));
    if (told > toldSeconds) await repository.update(streamId, { toldSeconds: told, updatedAt: show.updatedAt }, tx);
    // A report by a client must not keep a show by the minute running.
    if (show.type !== 'public') return;
    tx.afterCommit(async () => {
      await presenceRepository.markHostPresent([streamId], new Date(now.getTime() + PRESENCE_MS));
      await publishChanges(streamId);
    });
  });
  return { updated: true };
}

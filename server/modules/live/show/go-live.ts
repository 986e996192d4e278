import { inTransaction } from '../../../db/transaction';
import { updateHostStatus } from './end-show';
import { PRESENCE_MS } from './show-clock';
import type { ShowDeps } from './show-deps';
import type { ShowRow } from './show-repository';

/**
 * Starts a prepared show and notifies its audience once. A show that is already live does not change: the host's return is seen
 * by their presence in the room.
 *
 * @returns null if the show has ended or the host can no longer publish.
 */
export async function goLive(deps: ShowDeps, id: string, hostId: string): Promise<ShowRow | null> {
  const { db, repository, clock, jobs, people } = deps;
  const host = await people.find(hostId);
  if (host?.account.status !== 'active' || host.performer?.verifiedDocument !== true) return null;
  return inTransaction(db, async (tx) => {
    await repository.lockHost(hostId, tx);
    const show = await repository.lock(id, tx);
    if (show?.performerId !== hostId || show.state === 'ended') return null;
    // A private show starts when the host accepts it, which charges the fan.
    if (show.type === 'private' && show.state === 'prepared') return null;
    tx.afterCommit(() => deps.publishChanges(id));
    if (show.state === 'live') return show;
    const now = clock.now();
    const hostUntil = new Date(now.getTime() + PRESENCE_MS);
    const live = await repository.update(id, { state: 'live', startedAt: now, hostUntil, updatedAt: now }, tx);
    await repository.updateHost(hostId, { lastStreamingAt: now }, tx);
    await updateHostStatus(deps, hostId, tx);
    await jobs.send('announce-show', { streamId: id }, { tx });
    return live;
  });
}

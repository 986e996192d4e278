import { sql } from 'drizzle-orm';
import { performers } from '../../../db/schema/accounts';
import { inTransaction, type Tx } from '../../../db/transaction';
import { getShownSeconds } from './show-clock';
import type { ShowDeps } from './show-deps';
import type { ShowRow } from './show-repository';

export type EndedBy = NonNullable<ShowRow['endedBy']>;

type EndDeps = Pick<ShowDeps, 'db' | 'repository' | 'clock' | 'events' | 'publishChanges'>;

interface Ending {
  id: string;
  by: EndedBy;
  now: Date;
  /** Checked once the show is locked: another process may have ended it, or the host may be back. */
  isDue?: (show: ShowRow) => boolean;
  also?: (tx: Tx, show: ShowRow) => Promise<void>;
}

/**
 * Ends a show once; a repeat does nothing. What depends on it listens to the event `showEnded`, in the same transaction.
 *
 * @returns null if the show has already ended or is not due.
 */
export async function endShow(deps: EndDeps, ending: Ending): Promise<ShowRow | null> {
  const { db, repository } = deps;
  const known = await repository.find(ending.id);
  if (!known || known.state === 'ended') return null;
  return inTransaction(db, async (tx) => {
    await repository.lockHost(known.performerId, tx);
    return endLockedShow(deps, tx, ending);
  });
}

/** The transaction must have locked the host. */
export async function endLockedShow(
  deps: EndDeps,
  tx: Tx,
  { id, by, now, isDue, also }: Ending,
): Promise<ShowRow | null> {
  const { repository, events } = deps;
  const show = await repository.lock(id, tx);
  if (!show || show.state === 'ended' || isDue?.(show) === false) return null;
  const wasLive = show.state === 'live';
  const change = { state: 'ended', updatedAt: now, ...(wasLive && { endedAt: now, endedBy: by }) } as const;
  const ended = await repository.update(id, change, tx);
  if (!ended || !wasLive) return ended;
  if (ended.type === 'private') await resumeInterrupted(deps, ended, now, tx);
  else await endInterrupting(deps, ended, { by, now }, tx);
  const shownSeconds = await readShownSeconds(deps, ended, now, tx);
  await updateHostStatus(deps, ended.performerId, tx, shownSeconds);
  await events.emit(tx, 'showEnded', { streamId: id, performerId: ended.performerId, shownSeconds });
  await also?.(tx, ended);
  tx.afterCommit(() => deps.publishChanges(id));
  return ended;
}

/** Seconds of an ended show without the private shows that interrupted it. */
export async function readShownSeconds(
  { repository }: Pick<EndDeps, 'repository'>,
  show: ShowRow,
  now: Date,
  tx?: Tx,
): Promise<number> {
  // A private show also counts the seconds after its host was last present.
  return Math.max(0, getShownSeconds(show, now) - (await repository.readInterruptedSeconds(show, tx)));
}

/** Lets the interrupted show wait for its host from this moment on. */
async function resumeInterrupted(
  { repository }: Pick<EndDeps, 'repository'>,
  { performerId }: ShowRow,
  now: Date,
  tx: Tx,
): Promise<void> {
  const open = await repository.lockOpen(performerId, tx);
  if (open?.hostUntil && open.hostUntil < now)
    await repository.update(open.id, { hostUntil: now, updatedAt: open.updatedAt }, tx);
}

async function endInterrupting(
  deps: EndDeps,
  { performerId }: ShowRow,
  ending: Pick<Ending, 'by' | 'now'>,
  tx: Tx,
): Promise<void> {
  for (const { id, type } of await deps.repository.listLiveOf(performerId, tx))
    if (type === 'private') await endLockedShow(deps, tx, { id, ...ending });
}

/** Updates a creator's live status. A private show takes precedence over the show it interrupts. */
export async function updateHostStatus(
  { repository }: Pick<EndDeps, 'repository'>,
  performerId: string,
  tx: Tx,
  shownSeconds = 0,
): Promise<void> {
  const running = await repository.listLiveOf(performerId, tx);
  const current = running.find(({ type }) => type === 'private') ?? running[0];
  await repository.updateHost(
    performerId,
    {
      live: current !== undefined,
      streamingStatus: current?.type ?? 'offline',
      statStreamSeconds: sql`${performers.statStreamSeconds} + ${shownSeconds}`,
    },
    tx,
  );
}

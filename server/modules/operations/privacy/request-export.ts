import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { getJobPriority } from '../../../lib/job-priority';
import type { ExportRow } from './export-repository';
import { isDownloadable, type Exports } from './exports';

const DAY_MS = 24 * 3600 * 1000;
const MEGABYTE = 1024 * 1024;
/** Larger exports take long, so they have a separate queue. */
const MAX_SMALL_BYTES = 1024 * MEGABYTE;
/** Delay until the next attempt if the disk was full. */
const POSTPONE_MS = 15 * 60 * 1000;

/** One export at a time. @throws AppError FRESH_LOGIN_REQUIRED, EXPORT_RUNNING */
export async function requestExport(deps: Exports, actor: Actor): Promise<EndpointReply<'requestDataExport'>> {
  const { db, clock, session, repository } = deps;
  await session.assertFresh(actor);
  const now = clock.now();
  const row = await inTransaction(db, async (tx) => {
    await session.lockOwn(actor, tx);
    const stored = await repository.insert({ id: newId(now.getTime()), accountId: actor.id, createdAt: now }, tx);
    await enqueue(deps, stored, tx);
    return stored;
  });
  return { export: presentExport(deps, row) };
}

export async function postponeExport(deps: Exports, row: ExportRow): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const runAt = new Date(deps.clock.now().getTime() + POSTPONE_MS);
    if (await deps.repository.postpone(row.id, tx)) await enqueue(deps, row, tx, runAt);
  });
}

/** Accounts that requested fewer exports today come first; among these, smaller exports. */
async function enqueue(deps: Exports, row: ExportRow, tx: Tx, runAt?: Date): Promise<void> {
  const { bytes, recent } = await measureExport(deps, row, tx);
  const queue = bytes > MAX_SMALL_BYTES ? 'export-large-data' : 'export-data';
  const priority = getJobPriority(recent, bytes / MEGABYTE);
  await deps.jobs.send(queue, { exportId: row.id }, { tx, priority, ...(runAt && { runAt }) });
}

export const measureExport = ({ repository, clock }: Exports, { accountId }: ExportRow, tx?: Tx) =>
  repository.measure(accountId, new Date(clock.now().getTime() - DAY_MS), tx);

export function presentExport({ links, clock }: Exports, row: ExportRow): EndpointReply<'requestDataExport'>['export'] {
  const now = clock.now();
  const canDownload = isDownloadable(row, now);
  return {
    _id: row.id,
    status: row.status === 'ready' && !canDownload ? 'expired' : row.status,
    createdAt: row.createdAt.toISOString(),
    readyAt: row.readyAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    size: row.size,
    url: canDownload ? links.sign(row.id, now) : null,
  };
}

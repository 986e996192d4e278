import { stat } from 'node:fs/promises';
import type { Actor } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { Recorded } from '../../../gateways/streaming';
import type { ShowRow } from '../show/entry-service';
import type { ReplayDeps } from './replay-deps';

/** A recording that cannot be stored is retried for this long, for example if its host used up the daily video quota. */
export const TRIED_FOR_MS = 7 * 24 * 3600_000;

/**
 * Stores a recording as a draft among the host's videos, like an upload. Safe to repeat: the file has the id of the show, and a
 * show has one replay.
 *
 * @throws transient errors, which keep the recording for a retry.
 */
export async function keepRecording(deps: ReplayDeps, recorded: Recorded): Promise<void> {
  const show = (await deps.entry.findBySession(recorded.sessionId))?.show;
  // The host may have turned recording off again.
  if (!show || !show.isRecorded || show.type === 'private' || show.endedAt === null) return;
  if (await deps.video.findReplayOf(show.id)) return;
  const host = await findHost(deps, show);
  if (!host) return;
  try {
    await storeFile(deps, host, show, recorded);
    await deps.video.upload(host, { streamId: show.id, fileId: show.id, status: 'draft' }, {});
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await giveUp(deps, show, error);
  }
}

async function findHost({ people }: ReplayDeps, { performerId: id }: ShowRow): Promise<Actor | null> {
  const { account } = (await people.find(id)) ?? {};
  if (!account || account.status === 'erasing' || account.status === 'deleted') return null;
  const { name, username } = account;
  return { id, kind: 'performer', operatorRole: null, sessionId: '', name, username };
}

async function storeFile(
  { upload }: ReplayDeps,
  host: Actor,
  { id, title }: ShowRow,
  { path, mimeType }: Recorded,
): Promise<void> {
  const { size } = await stat(path);
  const name = `${title}.${mimeType === 'video/webm' ? 'webm' : 'mp4'}`;
  await upload.keepLocal(host, { id, path, name, size, purpose: 'performer-video', kind: 'video', mimeType });
}

async function giveUp({ db, clock, media, notification }: ReplayDeps, show: ShowRow, error: AppError): Promise<void> {
  const { id, performerId, title, endedAt } = show;
  // The host's browser uploaded the recording first.
  const isThere = error.code === 'REPLAY_EXISTS';
  const canPass = error.status >= 500 || error.status === 429;
  const isLate = endedAt !== null && clock.now().getTime() - endedAt.getTime() > TRIED_FOR_MS;
  if (canPass && !isLate) throw error;
  await inTransaction(db, async (tx) => {
    await media.removeLoose([id], tx);
    if (isThere) return;
    await notification.add(tx, {
      userId: performerId,
      type: 'account',
      action: 'file-error',
      refId: id,
      refSource: 'stream',
      title: 'Your show has no replay',
      message: `${title || 'A live show'}: ${error.message}`,
    });
  });
}

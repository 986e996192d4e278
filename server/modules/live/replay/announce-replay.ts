import type { JobData } from '../../../jobs/job-data';
import { inTransaction } from '../../../db/transaction';
import type { ReplayDeps } from './replay-deps';

/** The conversion of the video is polled at growing intervals, because long shows take hours. */
const LOOK_MS = 5_000;
const MAX_LOOK_MS = 60_000;

/** Notifies the host once the replay can be played, unless they published or deleted it, or it cannot be played. */
export async function announceReplay(
  { db, clock, jobs, video, notification }: ReplayDeps,
  { streamId, looks }: JobData['announce-replay'],
): Promise<void> {
  const replay = await video.findReplayOf(streamId);
  const item = replay && (await video.find(replay.id));
  if (!item || item.status !== 'draft') return;
  const [file] = await video.listFiles(item.id);
  if (file?.status === 'processing') {
    const runAt = new Date(clock.now().getTime() + Math.min(MAX_LOOK_MS, LOOK_MS * (looks + 1)));
    return jobs.send('announce-replay', { streamId, looks: looks + 1 }, { runAt });
  }
  if (file?.status !== 'finished') return;
  const { id, performerId, title, slug } = item;
  await inTransaction(db, (tx) =>
    notification.add(tx, {
      userId: performerId,
      type: 'video',
      action: 'replay',
      refId: id,
      refSource: 'video',
      title: 'Your replay is ready as a draft',
      message: title,
      reference: { _id: id, title, slug },
      isOnce: true,
    }),
  );
}

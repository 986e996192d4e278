import type { Recorded } from '../../../gateways/streaming';
import type { JobData } from '../../../jobs/job-data';
import { announceReplay } from './announce-replay';
import { collectRecordings } from './collect-recordings';
import { keepRecording } from './keep-recording';
import type { ReplayDeps } from './replay-deps';

/** Turns recordings of ended shows into draft videos of their hosts. ADR 63. */
export function createReplayService(deps: ReplayDeps) {
  /** By session id, since the end of a show and the job can deliver the same recording concurrently. */
  const running = new Map<string, Promise<void>>();

  async function keep(recorded: Recorded): Promise<void> {
    const { sessionId } = recorded;
    const work = running.get(sessionId) ?? keepRecording(deps, recorded).finally(() => running.delete(sessionId));
    running.set(sessionId, work);
    return work;
  }

  deps.streaming.onRecorded(keep);
  return {
    collect: () => collectRecordings(deps),
    announce: (job: JobData['announce-replay']) => announceReplay(deps, job),
  };
}

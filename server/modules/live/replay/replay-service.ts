import type { ServerContext } from '../../../context';
import type { Recorded } from '../../../gateways/streaming';
import type { UploadService } from '../../content/upload/upload-service';
import type { VideoService } from '../../content/video/video-service';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import type { EntryService } from '../show/entry-service';
import { announceReplay } from './announce-replay';
import { collectRecordings } from './collect-recordings';
import { keepRecording } from './keep-recording';
import type { JobData } from '../../../jobs/queue';

export interface ReplayDeps extends Pick<ServerContext, 'db' | 'clock' | 'jobs'> {
  streaming: ServerContext['gateways']['streaming'];
  entry: Pick<EntryService, 'find' | 'findBySession'>;
  people: Pick<PeopleService, 'find'>;
  video: Pick<VideoService, 'upload' | 'findReplayOf' | 'find' | 'listFiles'>;
  upload: Pick<UploadService, 'keepLocal'>;
  media: Pick<MediaService, 'removeLoose'>;
  notification: Pick<NotificationService, 'add'>;
}

/** What becomes of a show once it is over: a video among the drafts of its host. ADR 63. */
export function createReplayService(deps: ReplayDeps) {
  /** By session: the same recording can be handed over by the end of its show and by the job at once. */
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

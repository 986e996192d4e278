import type { ServerContext } from '../../../context';
import type { UploadService } from '../../content/upload/upload-service';
import type { VideoService } from '../../content/video/video-service';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import type { EntryService } from '../show/entry-service';

export interface ReplayDeps extends Pick<ServerContext, 'db' | 'clock' | 'jobs'> {
  streaming: ServerContext['gateways']['streaming'];
  entry: Pick<EntryService, 'find' | 'findBySession'>;
  people: Pick<PeopleService, 'find'>;
  video: Pick<VideoService, 'upload' | 'findReplayOf' | 'find' | 'listFiles'>;
  upload: Pick<UploadService, 'keepLocal'>;
  media: Pick<MediaService, 'removeLoose'>;
  notification: Pick<NotificationService, 'add'>;
}

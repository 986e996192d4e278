import type { ServerContext } from '../../../context';
import type { EntryService } from '../show/entry-service';
import type { ShowPresence } from '../show/room/show-presence';

export interface PictureDeps extends Pick<ServerContext, 'clock' | 'failures'> {
  streaming: ServerContext['gateways']['streaming'];
  entry: EntryService;
  presence: Pick<ShowPresence, 'hostPictureChanged' | 'forgetPicture' | 'viewerSeen'>;
}

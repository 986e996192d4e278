import type { ServerContext } from '../../../context';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { ChatService } from '../chat/chat-service';
import type { ViewerRepository } from '../room/viewer-repository';
import type { PresentDeps } from './show-presenter';
import type { ShowRepository } from './show-repository';

/** What every part of the shows is made of. */
export interface ShowDeps extends Pick<ServerContext, 'db' | 'clock' | 'events' | 'jobs'>, PresentDeps {
  people: Pick<PeopleService, 'find' | 'findByKey' | 'publicViews'>;
  settings: SettingsService;
  repository: ShowRepository;
  viewers: ViewerRepository;
  chat: Pick<ChatService, 'checkPinnable'>;
  /** Tells the room of a show what changed, after the commit. */
  publishChanges(showId: string): Promise<void>;
}

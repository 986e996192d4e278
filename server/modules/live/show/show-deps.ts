import type { ServerContext } from '../../../context';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { ChatService } from '../chat/chat-service';
import type { EntryService } from './entry-service';
import { createPresenceRepository, type PresenceRepository } from './room/presence-repository';
import { createViewerRepository, type ViewerRepository } from './room/viewer-repository';
import type { PresentDeps } from './show-presenter';
import { createShowAccessRepository, type ShowAccessRepository } from './show-access-repository';
import { createShowFigures } from './show-figures';
import { createShowRepository, type ShowRepository } from './show-repository';
import { createRoomRegistry, type RoomRegistry } from './room/room-registry';
import { createShowWatch, type ShowWatch } from './room/show-watch';

export interface ShowDeps extends Pick<ServerContext, 'db' | 'clock' | 'events' | 'jobs'>, PresentDeps {
  people: Pick<PeopleService, 'find' | 'findByKey' | 'publicViews'>;
  settings: SettingsService;
  repository: ShowRepository;
  access: ShowAccessRepository;
  viewers: ViewerRepository;
  presenceRepository: PresenceRepository;
  chat: Pick<ChatService, 'checkPinnable' | 'present' | 'readPinned'>;
  entry: EntryService;
  /** Publishes changes to the room of a show; call after the commit. */
  publishChanges(showId: string): Promise<void>;
}

export interface RoomDeps extends ShowDeps, Pick<ServerContext, 'publisher'> {
  registry: RoomRegistry;
  watch: ShowWatch;
}

export function createShowDeps(
  context: Pick<ServerContext, 'db' | 'clock' | 'events' | 'jobs' | 'publisher'>,
  needs: Pick<ShowDeps, 'people' | 'settings' | 'chat' | 'entry'>,
): RoomDeps {
  const { db, clock, events, jobs, publisher } = context;
  const repository = createShowRepository(db);
  const viewers = createViewerRepository(db);
  const registry = createRoomRegistry();
  const base = {
    db,
    clock,
    events,
    jobs,
    publisher,
    ...needs,
    figures: createShowFigures(db),
    repository,
    access: createShowAccessRepository(db),
    viewers,
    presenceRepository: createPresenceRepository(db),
    registry,
  };
  const watch = createShowWatch({ ...base, publisher: publisher.here });
  return { ...base, watch, publishChanges: watch.check };
}

import type { ServerContext } from '../../context';
import type { ContentServices } from '../content/content-services';
import type { ConversationServices } from '../conversation/conversation-services';
import type { IdentityServices } from '../identity/identity-services';
import type { SiteServices } from '../site/site-services';
import { announceShow } from './show/announce/announce-show';
import { createShowReminderService } from './show/announce/show-reminder-service';
import { createRoomGuard } from './show/room/room-guard';
import { createShowPresence } from './show/room/show-presence';
import { createShowRooms } from './show/room/show-rooms';
import { createShowDeps, createShowService } from './show/show-service';
import { createShowTick } from './show/show-tick';

export type LiveServices = ReturnType<typeof createLiveServices>;

interface Domains {
  site: SiteServices;
  identity: IdentityServices;
  conversation: ConversationServices;
  content: ContentServices;
}

/** Live shows and their rooms. Money sells their tickets, so that it is made after them. */
export function createLiveServices(context: ServerContext, { site, identity, conversation, content }: Domains) {
  const { people } = identity;
  const { notification } = conversation;
  const { failures } = context;
  const deps = createShowDeps(context, { people, settings: site.settings, readPinned: async () => new Map() });
  const presence = createShowPresence(deps);
  const rooms = createShowRooms({ ...deps, presence, onMoved: async () => undefined });
  const announceDeps = { ...deps, items: content.items };
  return {
    show: createShowService(deps, { notification }),
    showRooms: rooms,
    showPresence: presence,
    showGuard: createRoomGuard({ ...deps, rooms }),
    showTick: createShowTick({ ...deps, presence, failures }),
    showReminder: createShowReminderService({ ...context, feed: content.feed, people, notification }),
    announceShow: (job: Parameters<typeof announceShow>[1]) => announceShow(announceDeps, job),
  };
}

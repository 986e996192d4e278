import type { Caller } from '../../access';
import type { ServerContext } from '../../context';
import type { ContentServices } from '../content/content-services';
import type { ConversationServices } from '../conversation/conversation-services';
import type { IdentityServices } from '../identity/identity-services';
import type { SiteServices } from '../site/site-services';
import { createChatService } from './chat/chat-service';
import { createStreamToken } from './picture/create-stream-token';
import { createPictureService } from './picture/picture-service';
import { createReplayService } from './replay/replay-service';
import { createEntryService } from './show/entry-service';
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

/** Created before the money services, which sell tickets. The parts that charge are in `paid-live-services`. */
export function createLiveServices(context: ServerContext, { site, identity, conversation, content }: Domains) {
  const { people } = identity;
  const { notification, message } = conversation;
  const { failures } = context;
  const entry = createEntryService(context);
  const chat = createChatService(context, { entry, people, chats: message.chats });
  const deps = createShowDeps(context, { people, settings: site.settings, chat, entry });
  const presence = createShowPresence({ ...deps, streaming: context.gateways.streaming });
  const rooms = createShowRooms({ ...deps, presence, onMoved: chat.announceMove });
  const announceDeps = { ...deps, items: content.items };
  context.events.on('showChanged', async (tx, { streamId }) => tx.afterCommit(() => deps.watch.check(streamId)));
  context.events.on('showEnded', (tx, { streamId }) => deps.presenceRepository.forgetGuests(streamId, tx));
  return {
    chat,
    picture: createPictureService({ ...context, streaming: context.gateways.streaming, entry, presence }),
    createStreamToken: (caller: Caller, sessionId: string) =>
      createStreamToken({ streaming: context.gateways.streaming, entry }, caller, sessionId),
    showEntry: entry,
    show: createShowService(deps, { notification }),
    showRooms: rooms,
    showPresence: presence,
    showGuard: createRoomGuard({ ...deps, rooms }),
    showTick: createShowTick({ ...deps, presence, failures }),
    replay: createReplayService({
      ...context,
      streaming: context.gateways.streaming,
      entry,
      people,
      video: content.video,
      upload: content.upload,
      media: site.media,
      notification,
    }),
    showReminder: createShowReminderService({ ...context, feed: content.feed, people, notification }),
    announceShow: (job: Parameters<typeof announceShow>[1]) => announceShow(announceDeps, job),
  };
}

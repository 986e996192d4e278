import type { ServerContext } from '../../context';
import type { ContentServices } from '../content/content-services';
import type { ConversationServices } from '../conversation/conversation-services';
import type { IdentityServices } from '../identity/identity-services';
import type { MoneyServices } from '../money/money-services';
import type { MoneyCaller } from '../money/wallet/wallet-service';
import type { SiteServices } from '../site/site-services';
import { createChatService } from './chat/chat-service';
import { createEntryService } from './show/entry-service';
import { announceShow } from './announce/announce-show';
import { createShowReminderService } from './announce/show-reminder-service';
import { createRoomGuard } from './room/room-guard';
import { createRoomRegistry } from './room/room-registry';
import { createShowPresence } from './room/show-presence';
import { createShowRooms, type RoomMove } from './room/show-rooms';
import { createShowWatch } from './room/show-watch';
import { createViewerRepository } from './room/viewer-repository';
import { createShowFigures } from './show/show-figures';
import { createShowRepository } from './show/show-repository';
import { createShowService } from './show/show-service';
import { createShowTick } from './show/show-tick';
import { buyTicket } from './ticket/buy-ticket';
import { createTicketRefunds } from './ticket/refund-tickets';

export type LiveServices = ReturnType<typeof createLiveServices>;
export type PaidLiveServices = ReturnType<typeof createPaidLiveServices>;

interface Domains {
  site: SiteServices;
  identity: IdentityServices;
  conversation: ConversationServices;
  content: ContentServices;
}

/** Live shows and their rooms. Money sells their tickets, so that it is made after them. */
export function createLiveServices(context: ServerContext, { site, identity, conversation, content }: Domains) {
  const { db } = context;
  const { people } = identity;
  const { notification, message } = conversation;
  const repository = createShowRepository(db);
  const viewers = createViewerRepository(db);
  const chat = createChatService(context, { entry: createEntryService(context), people, chats: message.chats });
  const registry = createRoomRegistry();
  const presentDeps = { people, figures: createShowFigures(db), readPinned: chat.readPinned };
  const watch = createShowWatch({ ...context, ...presentDeps, repository, viewers, registry });
  const deps = {
    ...context,
    ...presentDeps,
    chat,
    settings: site.settings,
    repository,
    viewers,
    publishChanges: watch.check,
  };
  const showPresence = createShowPresence({ ...context, viewers, registry, watch });
  const showRooms = createShowRooms({
    ...deps,
    registry,
    watch,
    presence: showPresence,
    onMoved: (move) => chat.announce(move.show, describeMove(move)),
  });
  context.events.on('showChanged', async (tx, { streamId }) => void tx.afterCommit(() => watch.check(streamId)));
  return {
    chat,
    showRepository: repository,
    show: createShowService(deps, { notification }),
    showRooms,
    showPresence,
    showGuard: createRoomGuard({ ...context, repository, registry, rooms: showRooms }),
    showTick: createShowTick({ ...deps, watch, presence: showPresence }),
    showReminder: createShowReminderService({ ...context, feed: content.feed, people, notification }),
    announceShow: (job: Parameters<typeof announceShow>[1]) =>
      announceShow({ ...context, repository, people, items: content.items }, job),
  };
}

const describeMove = ({ actor, isIn }: RoomMove): string =>
  `${actor?.name || actor?.username || 'A guest'} ${isIn ? 'joined' : 'left'}`;

/** What shows charge and pay back. */
export function createPaidLiveServices(
  context: ServerContext,
  { live, money }: { live: LiveServices; money: MoneyServices },
) {
  const { unlockContent } = money.commands;
  const ticketRefunds = createTicketRefunds({ ...context, wallet: money.wallet });
  context.events.on('showEnded', ticketRefunds.onShowEnded);
  context.events.on('fanBlockChanged', ticketRefunds.onFanBlockChanged);
  return {
    ticketRefunds,
    buyTicket: (caller: MoneyCaller, input: Parameters<typeof buyTicket>[2]) =>
      buyTicket({ ...context, repository: live.showRepository, unlockContent }, caller, input),
  };
}

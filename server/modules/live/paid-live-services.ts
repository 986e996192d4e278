import type { ServerContext } from '../../context';
import type { ConversationServices } from '../conversation/conversation-services';
import type { IdentityServices } from '../identity/identity-services';
import type { MoneyServices } from '../money/money-services';
import type { MoneyCaller } from '../money/wallet/wallet-service';
import type { SiteServices } from '../site/site-services';
import type { LiveServices } from './live-services';
import { createSeatService } from './seat/seat-service';
import { buyTicket } from './show/ticket/buy-ticket';
import { createTicketRefunds } from './show/ticket/refund-tickets';

export type PaidLiveServices = ReturnType<typeof createPaidLiveServices>;

interface Domains {
  site: SiteServices;
  identity: IdentityServices;
  conversation: ConversationServices;
  live: LiveServices;
  money: MoneyServices;
}

export function createPaidLiveServices(context: ServerContext, { site, identity, conversation, live, money }: Domains) {
  const { showEntry: entry } = live;
  const ticketRefunds = createTicketRefunds({ ...context, wallet: money.wallet });
  const buyDeps = { entry, unlockContent: money.commands.unlockContent };
  const seat = createSeatService(context, {
    entry,
    show: live.show,
    rooms: live.showRooms,
    chat: live.chat,
    people: identity.people,
    settings: site.settings,
    notification: conversation.notification,
    eligibility: money.eligibility,
    spendingLimit: money.spendingLimit,
    wallet: money.wallet,
  });
  context.events.on('showEnded', ticketRefunds.onShowEnded);
  context.events.on('showEnded', seat.onShowEnded);
  context.events.on('fanBlockChanged', ticketRefunds.onFanBlockChanged);
  context.events.on('viewerRemoved', ticketRefunds.onViewerRemoved);
  return {
    ticketRefunds,
    seat,
    buyTicket: (caller: MoneyCaller, input: Parameters<typeof buyTicket>[2]) => buyTicket(buyDeps, caller, input),
  };
}

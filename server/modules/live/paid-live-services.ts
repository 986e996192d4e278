import type { ServerContext } from '../../context';
import type { MoneyServices } from '../money/money-services';
import type { MoneyCaller } from '../money/wallet/wallet-service';
import type { LiveServices } from './live-services';
import { buyTicket } from './show/ticket/buy-ticket';
import { createTicketRefunds } from './show/ticket/refund-tickets';

export type PaidLiveServices = ReturnType<typeof createPaidLiveServices>;

/** The parts of live shows that charge and refund. */
export function createPaidLiveServices(
  context: ServerContext,
  { live: { showEntry: entry }, money }: { live: LiveServices; money: MoneyServices },
) {
  const ticketRefunds = createTicketRefunds({ ...context, wallet: money.wallet });
  const buyDeps = { entry, unlockContent: money.commands.unlockContent };
  context.events.on('showEnded', ticketRefunds.onShowEnded);
  context.events.on('fanBlockChanged', ticketRefunds.onFanBlockChanged);
  return {
    ticketRefunds,
    buyTicket: (caller: MoneyCaller, input: Parameters<typeof buyTicket>[2]) => buyTicket(buyDeps, caller, input),
  };
}

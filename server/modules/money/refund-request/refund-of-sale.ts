import { fromCents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import { AppError } from '../../../errors';
import type { DecideDeps } from './decide-refund';
import { presentRefundRequests, type PresentDeps } from './refund-request-presenter';
import { readWindow } from './refund-window';

/** @throws AppError ENTITY_NOT_FOUND, also for sales to other fans */
export async function getRefundOfSale(
  deps: DecideDeps & PresentDeps,
  actor: Actor,
  id: string,
): Promise<EndpointReply<'getRefundOfSale'>> {
  const { repository, saleRepository, payment, settings, clock } = deps;
  const sale = await saleRepository.find(id);
  if (!sale || sale.userId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
  const [requests, refund, site] = await Promise.all([
    repository.listOfSale(sale.id),
    payment.findRefund(sale.id),
    settings.read(),
  ]);
  const window = await readWindow(deps, { sale, requests, site, now: clock.now() });
  const [request = null] = await presentRefundRequests(deps, requests.slice(0, 1), 'fan');
  const place = sale.paymentId === null ? 'wallet' : 'card';
  const isBack = refund !== null || (place === 'wallet' && !sale.isPaid);
  return {
    saleId: sale.id,
    canAsk: window !== null,
    until: window?.until?.toISOString() ?? null,
    amount: fromCents(sale.amount),
    refundsTo: place,
    decides: window?.decides ?? 'creator',
    answerDays: site.refundAnswerDays,
    returned: isBack
      ? {
          amount: fromCents(refund?.amount ?? sale.amount),
          to: refund?.status === 'to_wallet' ? 'wallet' : place,
        }
      : null,
    request,
  };
}

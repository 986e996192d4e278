import { eachOrThrow } from '../../lib/each-or-throw';
import type { JobQueue } from '../../jobs/queue';
import type { MoneyServices } from './money-services';

export const listMoneySweeps = ({ order, gatewayEvent }: MoneyServices) => [order, gatewayEvent];

export function registerMoneyJobs(jobs: JobQueue, services: MoneyServices): void {
  const {
    receipt,
    brokenSale,
    payment,
    subscription,
    platform,
    earning,
    cardRefund,
    order,
    card,
    gatewayEvent,
    payout,
    reconciliation,
    invoice,
    taxReport,
    refundRequest,
    announcePrices,
  } = services;
  jobs.work('send-receipt', receipt.sendMail);
  jobs.work('number-invoices', () => invoice.numberDue());
  jobs.repeat('number-invoices', '* * * * *');
  jobs.work('report-taxes', () => taxReport.reportDue());
  jobs.repeat('report-taxes', '*/5 * * * *');
  jobs.work('send-order-mail', order.sendMail);
  jobs.work('pay-payout', payout.pay);
  jobs.work('pay-payouts', () => payout.payApproved());
  jobs.repeat('pay-payouts', '23 * * * *');
  jobs.work('reconcile', () => reconciliation.compareYesterday());
  jobs.repeat('reconcile', '40 4 * * *');
  jobs.work('detach-card', card.detach);
  jobs.work('handle-gateway-event', gatewayEvent.handle);
  jobs.work('handle-gateway-events', () => gatewayEvent.recover());
  jobs.repeat('handle-gateway-events', '*/5 * * * *');
  jobs.work('refund-card', cardRefund.send);
  jobs.work('refund-cards', () => cardRefund.recover());
  jobs.repeat('refund-cards', '*/5 * * * *');
  jobs.work('pass-on-refunds', () => refundRequest.passOn());
  jobs.repeat('pass-on-refunds', '41 * * * *');
  jobs.work('refund-broken-sales', () => brokenSale.refundDue());
  jobs.repeat('refund-broken-sales', '* * * * *');
  jobs.work('settle-payments', () => payment.recover());
  jobs.repeat('settle-payments', '* * * * *');
  jobs.work('renew-subscriptions', () => eachOrThrow([subscription, platform], (kind) => kind.renewDue()));
  jobs.repeat('renew-subscriptions', '*/5 * * * *');
  jobs.work('announce-prices', (data) => eachOrThrow(announcePrices, (announce) => announce(data)));
  jobs.work('release-earnings', () => earning.release());
  jobs.repeat('release-earnings', '*/15 * * * *');
}

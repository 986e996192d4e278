import { fromCents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { SiteSettings } from '../../site/settings/site-settings';
import { splitSale } from './sale-commission';
import { publishIncomeChange } from './earning-events';
import type { EarningView } from './earning-report';
import { earningRepository } from './earning-repository';

const DAY_MS = 24 * 3600 * 1000;

/** One sale that a creator earns on. */
export interface Sale {
  performer: { id: string; commission: number | null };
  userId: string;
  /** The wallet charge or payment transaction, which earns once. */
  transactionId: string;
  sourceType: EarningView['sourceType'];
  sourceId: string;
  type: EarningView['type'];
  /** The payment, without tax. */
  gross: Cents;
  /** The price before a coupon, where there was one. */
  listPrice?: Cents;
  paymentGateway: EarningView['paymentGateway'];
}

/**
 * Records a creator's income from a sale, in the transaction that moves its money, and notifies the creator after it.
 *
 * @param site settings as read before the transaction began.
 * @returns the shares of creator and platform; together exactly `gross`.
 */
export async function recordEarning(
  context: Pick<ServerContext, 'db' | 'clock' | 'publisher'>,
  tx: Tx,
  sale: Sale,
  site: SiteSettings,
): Promise<{ net: Cents; commission: Cents }> {
  const { performer, userId, transactionId, sourceType, sourceId, type, gross, paymentGateway } = sale;
  const { net, commission, siteCommission } = splitSale(sale, site);
  const now = context.clock.now();
  const row = {
    performerId: performer.id,
    userId,
    transactionId,
    sourceType,
    sourceId,
    type,
    grossPrice: gross,
    netPrice: net,
    commission,
    siteCommission,
    paymentGateway,
    isToken: paymentGateway === 'system',
    releaseAt: new Date(now.getTime() + site.holdingDays * DAY_MS),
    createdAt: now,
    updatedAt: now,
  };
  await earningRepository.insert(row, tx);
  const token = fromCents(net);
  tx.afterCommit(() => publishIncomeChange(context, performer.id, { token, type, pending: true }));
  return { net, commission };
}

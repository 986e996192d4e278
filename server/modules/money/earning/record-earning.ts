import { fromCents, type Cents, cents, splitCommission } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { readPersonBalances } from '../../../ledger/accounts';
import { rooms } from '../../../realtime/publish';
import type { SiteSettings, SaleKind } from '../../site/settings/site-settings';
import { getEarningTerms } from '../../site/settings/settings-service';
import type { EarningView } from './earning-report';
import { earningRepository } from './earning-repository';

const DAY_MS = 24 * 3600 * 1000;

export interface Sale {
  performer: { id: string; commission: number | null };
  userId: string;
  /** Id of the charge or payment, which can earn only once. */
  transactionId: string;
  sourceType: EarningView['sourceType'];
  sourceId: string;
  type: EarningView['type'];
  /** Without tax. */
  gross: Cents;
  /** The part that is free of commission, such as shipping. */
  withoutCommission?: Cents;
  /** Price before a coupon. The creator's share is computed from it, and is `gross` at most. */
  listPrice?: Cents;
  paymentGateway: EarningView['paymentGateway'];
}

/**
 * Records a creator's income in the transaction of the sale, and publishes it after the commit.
 *
 * @param site settings as read before the transaction began.
 * @returns the shares of creator and platform, which add up to exactly `gross`.
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

function splitSale(
  { performer, type, gross, listPrice = gross, withoutCommission = cents(0) }: Sale,
  site: SiteSettings,
): { net: Cents; commission: Cents; siteCommission: number } {
  const siteCommission = getCommission(performer, type, site);
  // A coupon reduces the platform's commission first, then the creator's share. Promises M-19.
  const own = splitCommission(cents(listPrice - withoutCommission), siteCommission).net;
  const net = cents(Math.min(gross, own + withoutCommission));
  return { siteCommission, net, commission: cents(gross - net) };
}

function getCommission(performer: Sale['performer'], type: EarningView['type'], site: SiteSettings): number {
  const { commission, commissions } = getEarningTerms(performer, site);
  const saleKind = getSaleKind(type);
  return commissions.find(({ kind }) => kind === saleKind)?.commission ?? commission;
}

/** Maps a type of earning to the kind of sale that operators set a commission for. */
function getSaleKind(type: EarningView['type']): SaleKind {
  switch (type) {
    case 'tip':
    case 'stream_tip':
    case 'gift':
      return 'tip';
    case 'monthly_subscription':
    case 'yearly_subscription':
      return 'subscription';
    case 'public_chat':
    case 'group_chat':
    case 'private_chat':
      return 'stream';
    default:
      return type;
  }
}

/** @param change.token amount in dollars. Wire contract 4.3. */
export async function publishIncomeChange(
  { db, publisher }: Pick<ServerContext, 'db' | 'publisher'>,
  performerId: string,
  change: { token: number; type: string; pending: boolean },
): Promise<void> {
  const { wallet, pending } = await readPersonBalances(db, performerId);
  publisher.publish('update_balance', rooms.account(performerId), {
    ...change,
    balance: fromCents(wallet),
    pendingBalance: fromCents(pending),
  });
}

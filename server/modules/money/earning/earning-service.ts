import { cents, fromCents, splitCommission, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { inTransaction, type Tx } from '../../../db/transaction';
import { readPersonBalances } from '../../../ledger/accounts';
import { postTransfer, reverseTransfer } from '../../../ledger/post-transfer';
import { rooms } from '../../../realtime/publish';
import type { PeopleService } from '../../identity/people/people-service';
import { earningTermsOf } from '../../site/settings/settings-service';
import type { SaleKind, SiteSettings } from '../../site/settings/site-settings';
import { createEarningReport, type EarningView } from './earning-report';
import { createEarningRepository } from './earning-repository';

const DAY_MS = 24 * 3600 * 1000;
/** Earnings released in one transaction. */
const BATCH = 200;
/** One sale as a creator earns on it. */
export interface Sale {
  performer: { id: string; commission: number | null };
  userId: string;
  /** The wallet charge or payment transaction, which earns once. */
  transactionId: string;
  sourceType: EarningView['sourceType'];
  sourceId: string;
  type: EarningView['type'];
  /** What was paid for it, without tax. */
  gross: Cents;
  /** The price before a coupon, where there was one: the creator's share is reckoned from it, as far as `gross` goes. */
  listPrice?: Cents;
  paymentGateway: EarningView['paymentGateway'];
}

export type EarningService = ReturnType<typeof createEarningService>;

/** What creators earn: recorded with the sale, held for some days, then theirs to be paid out. Decisions 2. */
export function createEarningService(
  { db, clock, publisher }: Pick<ServerContext, 'db' | 'clock' | 'publisher'>,
  { people }: { people: PeopleService },
) {
  const repository = createEarningRepository(db);

  /** Tells a creator that their income changed by `change` cents, and what the sums are now. Wire contract 4.3. */
  async function announce(performerId: string, change: { token: number; type: string; pending: boolean }) {
    const { wallet, pending } = await readPersonBalances(db, performerId);
    publisher.publish('update_balance', rooms.account(performerId), {
      ...change,
      balance: fromCents(wallet),
      pendingBalance: fromCents(pending),
    });
  }

  async function releaseBatch(performerId: string, now: Date): Promise<number> {
    return inTransaction(db, async (tx) => {
      const due = await repository.lockDue(performerId, now, BATCH, tx);
      if (due.length === 0) return 0;
      await repository.markReleased(
        due.map((row) => row.id),
        now,
        tx,
      );
      const from = { kind: 'pending', ownerId: performerId } as const;
      const to = { kind: 'wallet', ownerId: performerId } as const;
      for (const { id, netPrice: amount } of due) {
        if (amount === 0) continue;
        await postTransfer(tx, { code: 'release', key: releaseKey(id), subject: id, postings: [{ from, to, amount }] });
      }
      tx.afterCommit(async () => {
        const { wallet, pending } = await readPersonBalances(db, performerId);
        const payload = { balance: fromCents(wallet), pendingBalance: fromCents(pending) };
        publisher.publish('balance_update', rooms.account(performerId), payload);
      });
      return due.length;
    });
  }

  const split = (
    { performer, type, gross, listPrice = gross }: Pick<Sale, 'performer' | 'type' | 'gross' | 'listPrice'>,
    site: SiteSettings,
  ) => {
    const siteCommission = commissionOf(performer, type, site);
    // A coupon costs the platform its commission first; beyond that nobody earns what nobody paid. Promises M-19.
    const net = cents(Math.min(gross, splitCommission(listPrice, siteCommission).net));
    return { siteCommission, net, commission: cents(gross - net) };
  };

  return {
    ...createEarningReport({ clock }, { people, repository }),

    /** The creator's and the platform's share of a sale; together exactly `gross`. */
    split,

    /**
     * Records what a creator earns on a sale, in the transaction that moves its money, and tells the creator after it.
     *
     * @param site settings as read before the transaction began.
     * @returns the creator's and the platform's share; together exactly `gross`.
     */
    async record(tx: Tx, sale: Sale, site: SiteSettings): Promise<{ net: Cents; commission: Cents }> {
      const { net, commission, siteCommission } = split(sale, site);
      const now = clock.now();
      await repository.insert(
        {
          performerId: sale.performer.id,
          userId: sale.userId,
          transactionId: sale.transactionId,
          sourceType: sale.sourceType,
          sourceId: sale.sourceId,
          type: sale.type,
          grossPrice: sale.gross,
          netPrice: net,
          commission,
          siteCommission,
          paymentGateway: sale.paymentGateway,
          isToken: sale.paymentGateway === 'system',
          releaseAt: new Date(now.getTime() + site.holdingDays * DAY_MS),
          createdAt: now,
          updatedAt: now,
        },
        tx,
      );
      const token = fromCents(net);
      tx.afterCommit(() => announce(sale.performer.id, { token, type: sale.type, pending: true }));
      return { net, commission };
    },

    /**
     * Takes the earning of a refunded sale away; the caller reverses the sale's own transfer in the same transaction.
     *
     * @throws AppError NOT_ENOUGH_BALANCE when it was released and is no longer in the creator's wallet.
     */
    async takeBack(tx: Tx, transactionId: string): Promise<void> {
      const earning = await repository.lockByTransaction(transactionId, tx);
      if (!earning) return;
      const { id, performerId, netPrice } = earning;
      await repository.remove(id, tx);
      if (earning.releasedAt && netPrice > 0) {
        await reverseTransfer(tx, { key: releaseKey(id), reverseKey: `unrelease:${id}` });
      }
      const change = { token: -fromCents(netPrice), type: 'refund', pending: !earning.releasedAt };
      tx.afterCommit(() => announce(performerId, change));
    },

    /**
     * Makes income available whose holding period is over; each earning once, however often and wherever this runs.
     *
     * @throws AggregateError of those that could not be; the others' is.
     */
    async release(): Promise<void> {
      const now = clock.now();
      await eachOrThrow(await repository.listPerformersDue(now), async (performerId) => {
        while ((await releaseBatch(performerId, now)) === BATCH);
      });
    },
  };
}

const releaseKey = (earningId: string) => `release:${earningId}`;

/** The kind of sale, as the operator sets commissions for it. */
function kindOf(type: EarningView['type']): SaleKind {
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

/** The platform's share as a fraction. */
function commissionOf(performer: Sale['performer'], type: EarningView['type'], site: SiteSettings): number {
  const { commission, commissions } = earningTermsOf(performer, site);
  return commissions.find(({ kind }) => kind === kindOf(type))?.commission ?? commission;
}

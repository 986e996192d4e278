import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { isCurrentSubscription } from '../../../db/conditions';
import { firstOrNull } from '../../../db/query-helpers';
import { purchases, subscriptions, walletCharges } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { dayText, moneyText } from '../../../mail/compose-mail';
import { sendNews } from '../../conversation/notification/news-mail-service';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { Listener } from '../../../events';
import { BLOCK_UNDO_MS } from '../../identity/block/block-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { SubscriptionService } from '../subscription/subscription-service';

const CLOSED = { type: 'payment', action: 'access-closed' } as const;

interface BlockedFanDeps {
  people: Pick<PeopleService, 'find'>;
  notification: Pick<NotificationService, 'add' | 'withdraw'>;
  subscription: Pick<SubscriptionService, 'stopRenewal' | 'endWithRefund'>;
  settings: Pick<SettingsService, 'read'>;
}

/**
 * Handles the subscription and purchases of a fan whom a creator blocks. Purchases stay open. The subscription ends with the
 * paid period, even if the creator unblocks the fan before, since the notification promised that nothing more is charged. Or
 * the creator ends it immediately and refunds the rest. Renewals check for blocks themselves. Promises M-21.
 */
export function createBlockedFanService(
  { clock, jobs, env }: Pick<ServerContext, 'clock' | 'jobs' | 'env'>,
  { people, notification, settings, subscription: { stopRenewal, endWithRefund } }: BlockedFanDeps,
) {
  /** Refunds are mailed in addition to the notification, because money moves. */
  async function mailRefund(tx: Tx, userId: string, text: { title: string; message: string }): Promise<void> {
    const to = (await people.find(userId, tx))?.account.email;
    const action = { label: 'Payment history', path: '/user/payment-history' };
    await sendNews({ jobs, settings, env }, tx, { to, ...text, action });
  }

  /** Notifications have the site as their sender, since fans do not see those of a creator who blocks them. */
  const onFanBlockChanged: Listener<'fanBlockChanged'> = async (tx, change) => {
    const { userId, performerId, isBlocked, since, refundRest = false, expectedRest } = change;
    const wasUndone = !isBlocked && clock.now().getTime() - since.getTime() < BLOCK_UNDO_MS;
    // If the fan has not read the notification of the block yet, withdrawing it is enough.
    if (wasUndone && (await notification.withdraw({ userId, ...CLOSED, refId: performerId }, tx))) return;
    const paid = await findPaid({ userId, performerId, now: clock.now() }, tx);
    if (!paid) return assertRest(expectedRest, 0);
    const account = (await people.find(performerId, tx))?.account;
    const name = account?.name || account?.username || 'A creator';
    const reference = { userId, refId: performerId, refSource: 'purchases' };
    if (isBlocked) {
      const rest = refundRest ? await endWithRefund(tx, { userId, performerId }, `${name} ended it.`) : null;
      assertRest(expectedRest, rest?.amount);
      const text = { title: `${name} blocked you`, message: describeBlock(paid, rest?.amount) };
      await notification.add(tx, { ...reference, ...CLOSED, ...text });
      if (rest && !rest.isWhole) await mailRefund(tx, userId, text);
      await rest?.pay();
      return;
    }
    const isStopped = !wasUndone && (await stopRenewal(userId, performerId, tx));
    await notification.add(tx, {
      ...reference,
      type: 'payment',
      action: 'access-opened',
      title: `${name} unblocked you`,
      message: describeUnblock(paid, isStopped),
    });
  };

  return { onFanBlockChanged };
}

/** @throws AppError PRICE_CHANGED if the refund differs from the amount that the creator saw */
function assertRest(expected: Cents | undefined, amount = 0): void {
  if (expected !== undefined && expected !== amount) throw new AppError('PRICE_CHANGED');
}

type Paid = NonNullable<Awaited<ReturnType<typeof findPaid>>>;

/** @returns null if the fan has neither a running subscription nor a purchase */
async function findPaid({ userId, performerId, now }: { userId: string; performerId: string; now: Date }, tx: Tx) {
  const isPair = and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId));
  const subscription = await firstOrNull(
    tx
      .select({ expiredAt: subscriptions.expiredAt, renewsAt: subscriptions.nextRecurringDate })
      .from(subscriptions)
      .where(and(isPair, isCurrentSubscription(now))),
  );
  const charges = tx
    .select({ id: walletCharges.id })
    .from(walletCharges)
    .where(and(eq(walletCharges.userId, userId), eq(walletCharges.performerId, performerId)));
  const [bought] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), inArray(purchases.chargeId, charges)));
  const hasPurchases = (bought?.count ?? 0) > 0;
  return subscription || hasPurchases ? { subscription, hasPurchases } : null;
}

/** @param refunded amount that goes back to the fan's card; absent if the subscription runs until its end */
function describeBlock({ subscription, hasPurchases }: Paid, refunded?: Cents): string {
  const expiredAt = refunded === undefined ? subscription?.expiredAt : null;
  const back =
    refunded === undefined
      ? ''
      : ` Your subscription has ended, and ${moneyText(refunded)} for the days that were left is on its way to your card.`;
  const end = expiredAt ? ` Your subscription won’t renew: it ends on ${dayText(expiredAt)}.` : '';
  const purchasesStay = hasPurchases ? ' What you bought stays in your purchases.' : '';
  return `You can no longer see their page.${back}${end}${purchasesStay}`;
}

function describeUnblock({ subscription }: Paid, isStopped: boolean): string {
  const { expiredAt, renewsAt } = subscription ?? {};
  const renewal = renewsAt && !isStopped ? ` Your subscription renews on ${dayText(renewsAt)}.` : '';
  const end =
    isStopped && expiredAt ? ` Your subscription ends on ${dayText(expiredAt)}, unless you choose to renew it.` : '';
  return `You can see their page again.${renewal}${end}`;
}

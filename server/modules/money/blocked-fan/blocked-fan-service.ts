import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ServerContext } from '../../../context';
import { isCurrentSubscription } from '../../../db/conditions';
import { firstOrNull } from '../../../db/query-helpers';
import { purchases, subscriptions, walletCharges } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';
import { dayText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { Listener } from '../../../events';
import { BLOCK_UNDO_MS } from '../../identity/block/block-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SubscriptionService } from '../subscription/subscription-service';

const CLOSED = { type: 'payment', action: 'access-closed' } as const;

/**
 * What a block means for a fan who paid: they are told, and nobody else. Things bought once stay open to them, the
 * subscription is not renewed and ends with the paid period, also when the block ends before that: the
 * fan was told that nothing more is charged. The renewal itself asks for the block. Promises M-21.
 */
export function createBlockedFanService(
  { clock }: Pick<ServerContext, 'clock'>,
  {
    people,
    notification,
    subscription: { stopRenewal },
  }: {
    people: Pick<PeopleService, 'find'>;
    notification: Pick<NotificationService, 'add' | 'withdraw'>;
    subscription: Pick<SubscriptionService, 'stopRenewal'>;
  },
) {
  /** What they paid for and still have; null where that is nothing. */
  async function findPaid(userId: string, performerId: string, tx: Tx) {
    const isPair = and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId));
    const subscription = await firstOrNull(
      tx
        .select({ expiredAt: subscriptions.expiredAt, renewsAt: subscriptions.nextRecurringDate })
        .from(subscriptions)
        .where(and(isPair, isCurrentSubscription(clock.now()))),
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

  /** Of the site, not of the creator: what comes from who blocks somebody is not shown to them. */
  const onFanBlockChanged: Listener<'fanBlockChanged'> = async (tx, { userId, performerId, isBlocked, since }) => {
    const wasUndone = !isBlocked && clock.now().getTime() - since.getTime() < BLOCK_UNDO_MS;
    // Taken back before it was read: nothing has happened.
    if (wasUndone && (await notification.withdraw({ userId, ...CLOSED, refId: performerId }, tx))) return;
    const paid = await findPaid(userId, performerId, tx);
    if (!paid) return;
    const account = (await people.find(performerId, tx))?.account;
    const name = account?.name || account?.username || 'A creator';
    const { expiredAt, renewsAt } = paid.subscription ?? {};
    const about = { userId, refId: performerId, refSource: 'purchases' };
    if (!isBlocked) {
      const isStopped = !wasUndone && (await stopRenewal(userId, performerId, tx));
      const renewal = renewsAt && !isStopped ? ` Your subscription renews on ${dayText(renewsAt)}.` : '';
      const end =
        isStopped && expiredAt
          ? ` Your subscription ends on ${dayText(expiredAt)}, unless you choose to renew it.`
          : '';
      await notification.add(tx, {
        ...about,
        ...{ type: 'payment', action: 'access-opened', title: `${name} unblocked you` },
        message: `You can see their page again.${renewal}${end}`,
      });
      return;
    }
    const end = expiredAt ? ` Your subscription won’t renew: it ends on ${dayText(expiredAt)}.` : '';
    const kept = paid.hasPurchases ? ' What you bought stays in your purchases.' : '';
    await notification.add(tx, {
      ...about,
      ...{ ...CLOSED, title: `${name} blocked you` },
      message: `You can no longer see their page.${end}${kept}`,
    });
  };

  return { onFanBlockChanged };
}

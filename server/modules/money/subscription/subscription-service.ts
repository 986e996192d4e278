import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Executor, type Tx } from '../../../db/transaction';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { AppError } from '../../../errors';
import type { EarningService } from '../earning/earning-service';
import type { ReceiptService } from '../receipt/receipt-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { renewalOf } from '@contract/money/subscription-period';
import { readRenewalReport, type RenewalReport } from './renewal-report-repository';
import type { RenewalFailures } from './renewal-failures';
import type { RenewalKind } from './renewal-kind';
import { createRenewals, type RenewalDependencies } from './renewals';
import { canCancel, canResume, hasAccess, isRunning } from './subscription-policy';
import { createSubscribing, type SubscribingDependencies } from './subscribing';
import { presentSubscription } from './subscription-presenter';
import { stoppedAt } from './subscription-renewal-kind';
import { createSubscriptionRepository, type SubscriptionFilter, type SubscriptionRow } from './subscription-repository';

export interface SubscriptionDependencies extends RenewalDependencies, SubscribingDependencies {
  settings: SettingsService;
  trade: PaymentEligibility;
  earning: Pick<EarningService, 'sumByFan'>;
  renewalKind: RenewalKind<SubscriptionRow>;
  failures: RenewalFailures<SubscriptionRow>;
  receipt: Pick<ReceiptService, 'cancelled' | 'resumed'>;
}

/** Trials that one run of the job ends. */
const TRIAL_BATCH = 500;

export type SubscriptionService = ReturnType<typeof createSubscriptionService>;

/** Subscriptions of fans to creators. Decisions 1. */
export function createSubscriptionService(context: ServerContext, dependencies: SubscriptionDependencies) {
  const { db, clock } = context;
  const { people, settings, card, earning, receipt, failures, renewalKind, trade } = dependencies;
  const repository = createSubscriptionRepository(db);
  const renewals = createRenewals<SubscriptionRow>(context, dependencies, { kind: renewalKind, failures });
  const subscribing = createSubscribing(context, dependencies, { repository });

  /** Subscriptions as either side lists them. */
  async function search(actor: Actor, filter: SubscriptionFilter, other: 'user' | 'performer') {
    const now = clock.now();
    const { rows, total } = await repository.search(filter, { other, now });
    const ids = rows.map((row) => (other === 'user' ? row.userId : row.performerId));
    const [views, cardOf, spentOf, isAgeMissing] = await Promise.all([
      people.views(ids, actor),
      // How a fan pays is no business of the creator's.
      other === 'performer' ? card.readRenewalCards(actor.id) : undefined,
      other === 'user' ? earning.sumByFan(actor.id, ids) : undefined,
      other === 'performer' ? trade.isAgeMissing({ payerId: actor.id, site: await settings.read() }) : undefined,
    ]);
    const shown = { people: views, now, cardOf, spentOf, isAgeMissing };
    return { data: rows.map((row) => presentSubscription(row, shown)), total };
  }

  return {
    subscribe: subscribing.subscribe,

    searchOfPerformer(
      actor: Actor,
      query: EndpointPart<'searchPerformerSubscriptions', 'query'>,
    ): Promise<EndpointReply<'searchPerformerSubscriptions'>> {
      assertAllowed(isPerformer(actor));
      return search(actor, { ...query, performerId: actor.id }, 'user');
    },

    searchOfUser(
      actor: Actor,
      query: EndpointPart<'searchUserSubscriptions', 'query'>,
    ): Promise<EndpointReply<'searchUserSubscriptions'>> {
      assertAllowed(isUser(actor));
      return search(actor, { ...query, userId: actor.id }, 'performer');
    },

    /** The pair's subscription as it is stored; null when there never was one. */
    find: repository.findPair,

    /** A repeat does nothing. @returns false when there is none for this caller: foreign ids tell nothing, promises A-7. */
    async cancel(actor: Actor, id: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const row = await repository.lock(id, tx);
        if (!row || !canCancel(actor, row)) return false;
        if (!isRunning(row)) return true;
        await renewalKind.end(row, tx);
        await receipt.cancelled(tx, { userId: row.userId, performerId: row.performerId, until: row.expiredAt });
        return true;
      });
    },

    /**
     * Lets a cancelled one renew after all.
     *
     * @throws AppError FORBIDDEN when it has ended, ENTITY_NOT_FOUND and CREATOR_LEAVING when there is nothing to go on with.
     * @returns false when the caller has none by this id.
     */
    async resume(actor: Actor, id: string): Promise<boolean> {
      const seen = await repository.find(id);
      if (!seen || !canResume(actor, seen)) return false;
      if (isRunning(seen)) return true;
      const site = await settings.read();
      return inTransaction(db, async (tx) => {
        await subscribing.openCreator(tx, seen, { site });
        const row = await repository.lock(id, tx);
        if (!row) return false;
        if (isRunning(row)) return true;
        const now = clock.now();
        if (!row.expiredAt || !hasAccess(row, now))
          throw new AppError('FORBIDDEN', { message: 'This subscription has ended.' });
        const isRecurring = row.subscriptionType === 'monthly' || row.subscriptionType === 'yearly';
        const renewsAt = isRecurring ? renewalOf(row.expiredAt) : null;
        await renewals.resume(tx, row, renewsAt);
        const { userId, performerId, price } = row;
        if (renewsAt) await receipt.resumed(tx, { userId, performerId, price, renewsAt });
        return true;
      });
    },

    /**
     * Lets it renew with another card. One that could not be charged is tried again at once.
     *
     * @throws AppError CARD_REQUIRED. @returns false when the caller has none by this id.
     */
    async changeCard(actor: Actor, id: string, idOrToken: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const row = await repository.lock(id, tx);
        if (!row || !canResume(actor, row)) return false;
        await repository.update(row.id, await renewals.withCard(tx, row, idOrToken), tx);
        return true;
      });
    },

    /** Stops the renewal of a fan's subscription to a creator. @returns false when there was none to stop */
    async stopRenewal(userId: string, performerId: string, tx: Tx): Promise<boolean> {
      const row = await repository.lockPair(userId, performerId, tx);
      if (!row || !isRunning(row)) return false;
      await renewalKind.end(row, tx);
      return true;
    },

    /** Stops the renewals of all that somebody is on either side of; what was paid for runs to its end. */
    async endAll(accountId: string, tx: Tx): Promise<void> {
      await repository.updateRunning(accountId, stoppedAt(clock.now()), tx);
    },

    /** How many fans have paid for time with a creator that still runs, and the end of the last one's. */
    readPaidTime: (performerId: string, tx?: Executor) => repository.readPaidTime(performerId, clock.now(), tx),

    /** Ends a batch of trials that are over and renews a batch of what is due. @returns true when more may wait. */
    async renewDue(): Promise<boolean> {
      const now = clock.now();
      const over = await repository.listOver(now, TRIAL_BATCH);
      await eachOrThrow(over, (id) =>
        inTransaction(db, async (tx) => {
          const row = await repository.lock(id, tx);
          if (row?.status === 'active' && !hasAccess(row, now)) await renewalKind.end(row, tx);
        }),
      );
      return (await renewals.renewDue()) || over.length === TRIAL_BATCH;
    },

    /** How the renewals of both kinds stand, for operators. */
    readRenewals: (): Promise<RenewalReport[]> => readRenewalReport(db, clock.now()),
  };
}

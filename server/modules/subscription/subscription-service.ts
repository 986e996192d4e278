import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, isUser, type Actor } from '../../access';
import type { ServerContext } from '../../context';
import { inTransaction, type Executor, type Tx } from '../../db/transaction';
import { eachOrThrow } from '../../each-or-throw';
import { AppError, found } from '../../errors';
import type { EntitlementService } from '../entitlement/entitlement-service';
import type { CheckoutService } from '../payment/checkout-service';
import type { SettingsService } from '../settings/settings-service';
import { renewalOf } from '@contract/subscription-period';
import { createRenewals, type RenewalDependencies } from './renewals';
import { presentSubscription } from './subscription-presenter';
import { canCancel, canResume, hasAccess, isCounted, isSubscribed } from './subscription-policy';
import { assertInBounds, assertTrial, FREE_PLAN } from './subscribe-rules';
import { createSubscriptionGrant, type GrantDependencies } from './subscription-grant';
import { createSubscriptionRepository, type SubscriptionFilter, type SubscriptionRow } from './subscription-repository';

type SubscribeBody = EndpointPart<'subscribePerformer', 'body'>;

export interface SubscriptionDependencies extends RenewalDependencies, GrantDependencies {
  settings: SettingsService;
  checkout: CheckoutService;
  entitlement: Pick<EntitlementService, 'assertNotBlocked' | 'of'>;
}

export type SubscriptionService = ReturnType<typeof createSubscriptionService>;

/** Subscriptions of fans to creators. Decisions 1. */
export function createSubscriptionService(context: ServerContext, dependencies: SubscriptionDependencies) {
  const { db, clock } = context;
  const { people, settings, payment, card, checkout, entitlement } = dependencies;
  const repository = createSubscriptionRepository(db);

  /** Stops renewals; access lasts as long as it was paid for. */
  async function deactivate(row: SubscriptionRow, tx: Tx): Promise<void> {
    const now = clock.now();
    const values = { status: 'deactivated', nextRecurringDate: null, cancelledAt: now, updatedAt: now } as const;
    await repository.update(row.id, values, tx);
    if (isCounted(row)) await repository.count(row, -1, tx);
  }

  const renewals = createRenewals<SubscriptionRow>(context, dependencies, {
    lock: (row, tx) => repository.lock(row.id, tx),
    end: deactivate,
    async saveFailure(row, after, tx) {
      if (after.status === 'deactivated') await deactivate(row, tx);
      await repository.update(row.id, { ...after, updatedAt: clock.now() }, tx);
    },
    describe: (row) => ({
      target: 'performer',
      targetId: row.performerId,
      performerId: row.performerId,
      type: row.subscriptionType === 'yearly' ? 'yearly_subscription' : 'monthly_subscription',
      name: row.subscriptionType === 'yearly' ? 'Yearly subscription' : 'Monthly subscription',
    }),
  });
  payment.handle('performer', createSubscriptionGrant(context, dependencies, { repository, renewals }));

  async function getCreator(performerId: string, tx: Executor) {
    const { account, performer } = found(await people.find(performerId, tx));
    if (!performer || account.status !== 'active') throw new AppError('ENTITY_NOT_FOUND');
    if (account.deletionAt !== null) throw new AppError('CREATOR_LEAVING');
    return { account, performer };
  }

  /** Fan and creator are both there and the creator does not keep the fan out. */
  async function isWanted({ userId, performerId }: SubscriptionRow): Promise<boolean> {
    const rows = await people.findMany([userId, performerId]);
    const stays = ({ account }: (typeof rows)[number]) => account.status === 'active' && account.deletionAt === null;
    if (rows.length < 2 || !rows.every(stays)) return false;
    const fan = { id: userId, kind: 'user', isAdmin: false, sessionId: '', name: '', username: null } as const;
    return !(await entitlement.of(fan, [performerId])).isBlockedBy(performerId);
  }

  async function search(actor: Actor, filter: SubscriptionFilter, other: 'user' | 'performer') {
    const now = clock.now();
    const { rows, total } = await repository.search(filter, { other, now });
    const [views, cardOf] = await Promise.all([
      people.views(
        rows.map((row) => (other === 'user' ? row.userId : row.performerId)),
        actor,
      ),
      // How a fan pays is no business of the creator's.
      other === 'performer' ? card.readRenewalCards(actor.id) : undefined,
    ]);
    return { data: rows.map((row) => presentSubscription(row, { people: views, now, cardOf })), total };
  }

  return {
    /** The pair's subscription as it is stored; null when there never was one. */
    find: (userId: string, performerId: string, tx?: Executor): Promise<SubscriptionRow | null> =>
      repository.findPair(userId, performerId, tx),

    /**
     * Subscribes by card, or for a free trial. Paying while a trial or a cancelled period runs adds to its end.
     *
     * @param call.country of the caller, for blocked countries and tax.
     * @throws AppError ALREADY_SUBSCRIBED, FREE_SUBSCRIPTION_USED, FREE_SUBSCRIPTION_UNAVAILABLE, PRICE_OUT_OF_BOUNDS,
     * ENTITY_NOT_FOUND, and those of a checkout.
     */
    async subscribe(
      { actor, key, country }: { actor: Actor; key: string | undefined; country: string | null },
      body: SubscribeBody,
    ): Promise<EndpointReply<'subscribePerformer'>> {
      assertAllowed(isUser(actor));
      const { performerId, type } = body;
      await entitlement.assertNotBlocked(performerId, actor, country);
      const [site, taxation] = await Promise.all([settings.read(), checkout.readTaxation(body, country)]);
      return payment.start({
        actor,
        route: 'subscribePerformer',
        key,
        input: body,
        subject: { target: 'performer', targetId: performerId },
        async plan(tx, transactionId) {
          const { account, performer } = await getCreator(performerId, tx);
          const row = await repository.findPair(actor.id, performerId, tx);
          const now = clock.now();
          const whom = account.name || account.username || 'a creator';
          const common = { userId: actor.id, target: 'performer', targetId: performerId, performerId } as const;
          if (type === 'free') {
            assertTrial(row, performer, { site, now });
            return { ...common, type: 'free_subscription', name: `Free trial of ${whom}`, ...FREE_PLAN };
          }
          if (isSubscribed(row, now)) throw new AppError('ALREADY_SUBSCRIBED');
          const original = type === 'yearly' ? performer.yearlyPrice : performer.monthlyPrice;
          assertInBounds(original, site);
          const price = { userId: actor.id, transactionId, original, taxation, body, recurs: true };
          const name = `${type === 'yearly' ? 'Yearly' : 'Monthly'} subscription to ${whom}`;
          return { ...common, type: `${type}_subscription`, name, ...(await checkout.price(tx, price)) };
        },
      });
    },

    /** @throws AppError ENTITY_NOT_FOUND, FORBIDDEN. A repeat does nothing. @returns false when no such row exists. */
    async cancel(actor: Actor, id: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const row = await repository.lock(id, tx);
        if (!row) return false;
        assertAllowed(canCancel(actor, row));
        if (isCounted(row)) await deactivate(row, tx);
        return true;
      });
    },

    /**
     * Lets a cancelled one renew after all.
     *
     * @throws AppError FORBIDDEN for others than its fan and when it has ended, ENTITY_NOT_FOUND and CREATOR_LEAVING when
     * there is nothing to go on with. @returns false when no such row exists.
     */
    async resume(actor: Actor, id: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const row = await repository.lock(id, tx);
        if (!row) return false;
        assertAllowed(canResume(actor, row));
        if (isCounted(row)) return true;
        await getCreator(row.performerId, tx);
        const now = clock.now();
        if (!row.expiredAt || !hasAccess(row, now))
          throw new AppError('FORBIDDEN', { message: 'This subscription has ended.' });
        const isRecurring = row.subscriptionType === 'monthly' || row.subscriptionType === 'yearly';
        const nextRecurringDate = isRecurring ? renewalOf(row.expiredAt) : null;
        const values = {
          status: 'active',
          nextRecurringDate,
          cancelledAt: null,
          renewalAttempts: 0,
          updatedAt: now,
        } as const;
        await repository.update(id, values, tx);
        await repository.count(row, 1, tx);
        return true;
      });
    },

    /**
     * Lets it renew with another card. One that could not be charged is tried again at once.
     *
     * @throws AppError FORBIDDEN for others than its fan, CARD_REQUIRED. @returns false when no such row exists.
     */
    async changeCard(actor: Actor, id: string, idOrToken: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const row = await repository.lock(id, tx);
        if (!row) return false;
        assertAllowed(canResume(actor, row));
        await repository.update(row.id, await renewals.withCard(tx, row, idOrToken), tx);
        return true;
      });
    },

    /** Stops the renewals of all that somebody is on either side of; what was paid for runs to its end. */
    async endAll(accountId: string, tx: Tx): Promise<void> {
      for (const id of await repository.listCounted(accountId, tx)) {
        const row = await repository.lock(id, tx);
        if (row && isCounted(row)) await deactivate(row, tx);
      }
    },

    /** How many fans have paid for time with a creator that still runs, and the end of the last one's. */
    readPaidTime: (performerId: string, tx?: Executor) => repository.readPaidTime(performerId, clock.now(), tx),

    /** Renews what is due and ends trials that are over. */
    async renewDue(): Promise<void> {
      const now = clock.now();
      await eachOrThrow(await repository.listOver(now), (id) =>
        inTransaction(db, async (tx) => {
          const row = await repository.lock(id, tx);
          if (row?.status === 'active' && !hasAccess(row, now)) await deactivate(row, tx);
        }),
      );
      await eachOrThrow(await repository.listDue(now), async (id) => {
        const row = await repository.find(id);
        if (row) await renewals.renew(row, await isWanted(row));
      });
    },

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
  };
}

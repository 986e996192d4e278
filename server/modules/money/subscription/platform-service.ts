import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { toCents } from '@contract/base/money';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { CheckoutService } from '../payment/checkout-service';
import type { ReceiptService } from '../receipt/receipt-service';
import type { SettingsService, SiteSettings } from '../../site/settings/settings-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { renewalOf } from '@contract/money/subscription-period';
import { PLATFORM } from './platform-renewal-kind';
import { createPlatformRepository, type PlatformRow } from './platform-repository';
import type { MoneyCaller } from '../wallet/charge-wallet';
import type { RenewalFailures } from './renewal-failures';
import type { RenewalKind } from './renewal-kind';
import { createRenewals, type RenewalDependencies } from './renewals';
import { hasAccess } from './subscription-policy';
import { presentPlatform } from './subscription-presenter';

export interface PlatformDependencies extends RenewalDependencies {
  settings: SettingsService;
  checkout: CheckoutService;
  trade: Pick<PaymentEligibility, 'holdPayer' | 'isAgeMissing'>;
  receipt: Pick<ReceiptService, 'cancelled' | 'resumed'>;
  renewalKind: RenewalKind<PlatformRow>;
  failures: RenewalFailures<PlatformRow>;
}

export type PlatformService = ReturnType<typeof createPlatformService>;

/** Refuses new sales while the operator has it off; running ones last until their end. @throws AppError FORBIDDEN */
function assertOffered({ siteMembershipEnabled }: SiteSettings): void {
  if (!siteMembershipEnabled)
    throw new AppError('FORBIDDEN', {
      message: 'Site memberships are not offered at the moment. You were not charged.',
    });
}

/** The monthly subscription to the platform, which opens what creators mark free. Decisions 1. */
export function createPlatformService(context: ServerContext, dependencies: PlatformDependencies) {
  const { db, clock } = context;
  const { settings, payment, card, checkout, trade, receipt, failures, renewalKind } = dependencies;
  const repository = createPlatformRepository(db);
  const renewals = createRenewals<PlatformRow>(context, dependencies, { kind: renewalKind, failures });

  async function subscribe(
    { actor, key, country }: MoneyCaller,
    body: EndpointPart<'subscribePlatform', 'body'>,
    { route, input }: { route: string; input: unknown },
  ): Promise<EndpointReply<'subscribePlatform'>> {
    checkout.assertCardNamed(body);
    const [site, taxation] = await Promise.all([settings.read(), checkout.readTaxation(body, country)]);
    return payment.start({
      actor,
      route,
      key,
      input,
      reference: { target: 'platform', targetId: null },
      async plan(tx, transactionId) {
        assertOffered(site);
        await trade.holdPayer(tx, { payerId: actor.id, site });
        const row = await repository.find(actor.id, tx);
        if (row?.status === 'active' && hasAccess(row, clock.now())) throw new AppError('ALREADY_SUBSCRIBED');
        const original = toCents(site.monthlySubscriptionPrice);
        const price = { userId: actor.id, transactionId, original, taxation, body, recurs: true };
        return { userId: actor.id, ...PLATFORM, ...(await checkout.price(tx, price)) };
      },
    });
  }

  async function read(actor: Actor): Promise<EndpointReply<'getPlatformSubscription'>> {
    const site = await settings.read();
    const [row, cardOf, isAgeMissing] = await Promise.all([
      repository.find(actor.id),
      card.readRenewalCards(actor.id),
      trade.isAgeMissing({ payerId: actor.id, site }),
    ]);
    return presentPlatform(row, { now: clock.now(), cardOf, isAgeMissing });
  }

  /** Stops renewals. A repeat does nothing. */
  async function cancel(actor: Actor): Promise<{ success: true }> {
    return inTransaction(db, async (tx) => {
      const row = await repository.lock(actor.id, tx);
      if (!row) throw new AppError('ENTITY_NOT_FOUND');
      if (row.status === 'deactivated') return { success: true };
      await renewalKind.end(row, tx);
      await receipt.cancelled(tx, { userId: actor.id, performerId: null, until: row.expiredAt });
      return { success: true };
    });
  }

  return {
    read,

    /** @throws AppError ALREADY_SUBSCRIBED, and those of a checkout. */
    subscribe(call: MoneyCaller, body: EndpointPart<'subscribePlatform', 'body'>) {
      assertAllowed(isUser(call.actor));
      return subscribe(call, body, { route: 'subscribePlatform', input: body });
    },

    /** Saves the card, then pays with it. A card the bank then declines stays saved, to be tried again or removed. */
    async addCardAndSubscribe(
      call: MoneyCaller,
      body: EndpointPart<'addCardAndSubscribe', 'body'>,
    ): Promise<EndpointReply<'addCardAndSubscribe'>> {
      assertAllowed(isUser(call.actor));
      const saved = await card.addOrFind(call.actor, body);
      const { couponCode, address, expectedPrice } = body;
      const payWith = { cardId: saved.id, couponCode, address: address ?? body.billingAddress, expectedPrice };
      const transaction = await subscribe(call, payWith, { route: 'addCardAndSubscribe', input: body });
      return { card: card.present(saved), transaction, subscription: await read(call.actor) };
    },

    /** @throws AppError ENTITY_NOT_FOUND when there never was one. */
    cancel,

    /** Cancels by id. @returns false when the actor has none with this id. */
    async cancelById(actor: Actor, id: string): Promise<boolean> {
      const row = await repository.find(actor.id);
      if (row?.id !== id) return false;
      await cancel(actor);
      return true;
    },

    /** Lets a cancelled one renew after all. @returns false when the actor has none with this id. */
    async resume(actor: Actor, id: string): Promise<boolean> {
      const site = await settings.read();
      return inTransaction(db, async (tx) => {
        await trade.holdPayer(tx, { payerId: actor.id, site });
        const row = await repository.lock(actor.id, tx);
        if (row?.id !== id) return false;
        if (row.status !== 'deactivated') return true;
        assertOffered(site);
        if (!hasAccess(row, clock.now())) throw new AppError('FORBIDDEN', { message: 'This subscription has ended.' });
        const renewsAt = renewalOf(row.expiredAt);
        await renewals.resume(tx, row, renewsAt);
        const { userId, price } = row;
        if (renewsAt) await receipt.resumed(tx, { userId, performerId: null, price, renewsAt });
        return true;
      });
    },

    /** Lets it renew with another card. @throws AppError CARD_REQUIRED. @returns false when the actor has none with this id. */
    async changeCard(actor: Actor, id: string, idOrToken: string): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const row = await repository.lock(actor.id, tx);
        if (row?.id !== id) return false;
        await repository.update(id, await renewals.withCard(tx, row, idOrToken), tx);
        return true;
      });
    },

    /** Stops somebody's renewals, if there are any. */
    async end(userId: string, tx: Tx): Promise<void> {
      const row = await repository.lock(userId, tx);
      if (row && row.status !== 'deactivated') await renewalKind.end(row, tx);
    },

    /** Renews a batch of what is due. @returns true when more may be. */
    renewDue: renewals.renewDue,
  };
}

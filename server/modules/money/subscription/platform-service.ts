import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { CardService } from '../payment/card-service';
import type { CheckoutService } from '../payment/checkout-service';
import type { PaymentService } from '../payment/payment-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import type { ReceiptService } from '../receipt/receipt-service';
import type { MoneyCaller } from '../wallet/charge-wallet';
import { addCardAndSubscribe } from './add-card-and-subscribe';
import { cancelPlatformSubscription } from './cancel-platform-subscription';
import { changeSubscriptionCard } from './change-subscription-card';
import { createPlatformRepository, platformRepository, type PlatformRow } from './platform-repository';
import { renewDueSubscriptions } from './renew-due-subscriptions';
import type { RenewDeps } from './renew-subscription';
import { resumePlatformSubscription } from './resume-platform-subscription';
import { subscribeToPlatform } from './subscribe-to-platform';
import { presentPlatform } from './subscription-presenter';

interface PlatformDeps extends Omit<RenewDeps<PlatformRow>, 'db' | 'clock'> {
  payment: PaymentService;
  card: CardService;
  checkout: CheckoutService;
  eligibility: Pick<PaymentEligibility, 'lockEligiblePayer' | 'isAgeMissing'>;
  receipt: Pick<ReceiptService, 'notifyCancelled' | 'notifyResumed'>;
}

export type PlatformService = ReturnType<typeof createPlatformService>;

/** The monthly subscription to the platform, which gives access to content that creators mark as free. Decisions 1. */
export function createPlatformService(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  platformDeps: PlatformDeps,
) {
  const deps = { ...platformDeps, db, clock, jobs, repository: createPlatformRepository(db) };
  const { settings, card, eligibility, kind, repository } = deps;

  async function read(actor: Actor): Promise<EndpointReply<'getPlatformSubscription'>> {
    const site = await settings.read();
    const [row, findCard, isAgeMissing] = await Promise.all([
      repository.find(actor.id),
      card.readRenewalCards(actor.id),
      eligibility.isAgeMissing({ payerId: actor.id, site }),
    ]);
    return presentPlatform(row, { now: clock.now(), findCard, isAgeMissing });
  }

  return {
    read,
    subscribe: (caller: MoneyCaller, body: EndpointPart<'subscribePlatform', 'body'>) =>
      subscribeToPlatform(deps, caller, body),
    addCardAndSubscribe: (caller: MoneyCaller, body: EndpointPart<'addCardAndSubscribe', 'body'>) =>
      addCardAndSubscribe({ ...deps, read }, caller, body),
    cancelById: (actor: Actor, id: string) => cancelPlatformSubscription(deps, actor, id),
    resume: (actor: Actor, id: string) => resumePlatformSubscription(deps, actor, id),
    changeCard: (actor: Actor, id: string, cardIdOrToken: string) =>
      changeSubscriptionCard(deps, actor, { id, cardIdOrToken }),
    renewDue: () => renewDueSubscriptions(deps),

    /** @throws AppError ENTITY_NOT_FOUND if the actor never had a platform subscription */
    async cancel(actor: Actor): Promise<{ success: true }> {
      if (!(await cancelPlatformSubscription(deps, actor))) throw new AppError('ENTITY_NOT_FOUND');
      return { success: true };
    },

    async end(userId: string, tx: Tx): Promise<void> {
      const row = await platformRepository.lock(userId, tx);
      if (row && row.status !== 'deactivated') await kind.end(row, tx);
    },
  };
}

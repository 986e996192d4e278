import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor, Tx } from '../../../db/transaction';
import type { PeopleService } from '../../identity/people/people-service';
import type { EarningService } from '../earning/earning-service';
import type { CardService } from '../payment/card-service';
import type { CheckoutService } from '../payment/checkout-service';
import type { PaymentService } from '../payment/payment-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import type { ReceiptService } from '../receipt/receipt-service';
import type { MoneyCaller } from '../wallet/charge-wallet';
import { cancelSubscription } from './cancel-subscription';
import { changeSubscriptionCard } from './change-subscription-card';
import { endTrials } from './end-trials';
import { renewDueSubscriptions } from './renew-due-subscriptions';
import type { RenewDeps } from './renew-subscription';
import { readRenewalReport, type RenewalReport } from './renewal-report-repository';
import { resumeSubscription } from './resume-subscription';
import { subscribeToCreator } from './subscribe-to-creator';
import { createSubscriptionSearch } from './subscription-search';
import { isRunning } from './subscription-policy';
import { endWithRefund, readRest } from './subscription-rest';
import { getStoppedState } from './subscription-renewal-kind';
import { createSubscriptionRepository, subscriptionRepository, type SubscriptionRow } from './subscription-repository';

interface SubscriptionDeps extends Omit<RenewDeps<SubscriptionRow>, 'db' | 'clock'> {
  people: PeopleService;
  payment: PaymentService;
  card: CardService;
  checkout: CheckoutService;
  eligibility: PaymentEligibility;
  earning: Pick<EarningService, 'sumByFan' | 'lockOf' | 'findOf'>;
  receipt: Pick<ReceiptService, 'notifyCancelled' | 'notifyResumed'>;
}

export type SubscriptionService = ReturnType<typeof createSubscriptionService>;

/** Subscriptions of fans to creators. Decisions 1. */
export function createSubscriptionService(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  subscriptionDeps: SubscriptionDeps,
) {
  const deps = { ...subscriptionDeps, db, clock, jobs, repository: createSubscriptionRepository(db) };
  const { kind, repository } = deps;
  const search = createSubscriptionSearch(deps);

  return {
    subscribe: (caller: MoneyCaller, body: EndpointPart<'subscribePerformer', 'body'>) =>
      subscribeToCreator(deps, caller, body),
    cancel: (actor: Actor, id: string) => cancelSubscription(deps, actor, id),
    resume: (actor: Actor, id: string) => resumeSubscription(deps, actor, id),
    changeCard: (actor: Actor, id: string, cardIdOrToken: string) =>
      changeSubscriptionCard(deps, actor, { id, cardIdOrToken }),

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

    find: repository.findPair,

    /** @returns false if the subscription did not renew */
    async stopRenewal(userId: string, performerId: string, tx: Tx): Promise<boolean> {
      const row = await subscriptionRepository.lockPair(userId, performerId, tx);
      if (!row || !isRunning(row)) return false;
      await kind.end(row, tx);
      return true;
    },

    readRest: (pair: { userId: string; performerId: string }) => readRest(deps, pair),

    endWithRefund: (tx: Tx, pair: { userId: string; performerId: string }, reason: string) =>
      endWithRefund(deps, tx, pair, reason),

    /** Stops all renewals that an account pays or is paid by; paid periods last until their end. */
    endAll: (accountId: string, tx: Tx): Promise<void> =>
      subscriptionRepository.updateRunning(accountId, getStoppedState(clock.now()), tx),

    readPaidTime: (performerId: string, tx?: Executor) => repository.readPaidTime(performerId, clock.now(), tx),

    /** Ends a batch of trials and renews a batch of subscriptions. If more may be due, sends a job for them. */
    async renewDue(): Promise<void> {
      if (await endTrials(deps)) await jobs.send('renew-subscriptions', {}, { unlessWaiting: true });
      await renewDueSubscriptions(deps);
    },

    readRenewals: (): Promise<RenewalReport[]> => readRenewalReport(db, clock.now()),
  };
}

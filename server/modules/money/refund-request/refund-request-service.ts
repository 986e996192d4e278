import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents, type Cents } from '@contract/base/money';
import { assertAllowed, isPerformer, type Actor, type Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { requireFound } from '../../../errors';
import type { Listener } from '../../../events';
import { moneyText } from '../../../mail/compose-mail';
import type { PeopleService } from '../../identity/people/people-service';
import type { SubscriptionService } from '../subscription/subscription-service';
import { askForRefund, type RefundCall } from './ask-for-refund';
import { decideRefund, type DecideDeps, type Decision } from './decide-refund';
import { passOnRefunds } from './pass-on-refunds';
import { createRefundNotifications } from './refund-notifications';
import { getRefundOfSale } from './refund-of-sale';
import { presentRefundRequests, type RefundRequestView, type Side } from './refund-request-presenter';
import { createRefundRequestRepository, type RefundRequestRow } from './refund-request-repository';
import { createSaleRepository } from './sale-repository';

type ListQuery = EndpointPart<'listRefundRequests', 'query'>;
type NotificationNeeds = Omit<Parameters<typeof createRefundNotifications>[0], keyof ServerContext>;

interface RefundRequestDeps
  extends Omit<DecideDeps, 'repository' | 'saleRepository' | 'notifications' | keyof ServerContext>, NotificationNeeds {
  people: Pick<PeopleService, 'publicViews' | 'findMany'>;
  settings: DecideDeps['settings'] & NotificationNeeds['settings'];
  subscription: Pick<SubscriptionService, 'readRest'>;
}

export type RefundRequestService = ReturnType<typeof createRefundRequestService>;

/**
 * Fans request refunds; creators decide. Operators decide what creators do not answer, and rejected requests that fans repeat.
 */
export function createRefundRequestService(
  context: Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'env'>,
  needs: RefundRequestDeps,
) {
  const { clock } = context;
  const repository = createRefundRequestRepository(context.db);
  const saleRepository = createSaleRepository(context.db);
  const notifications = createRefundNotifications({ ...context, ...needs });
  const deps = { ...context, ...needs, repository, saleRepository, notifications };
  const present = (rows: readonly RefundRequestRow[], side: Side) => presentRefundRequests(deps, rows, side);

  async function presentOne(id: string, side: Side): Promise<RefundRequestView> {
    const [view] = await present([requireFound(await repository.find(id))], side);
    return view!;
  }

  return {
    getOfSale: (actor: Actor, id: string) => getRefundOfSale(deps, actor, id),

    async ask(call: RefundCall, body: EndpointPart<'askForRefund', 'body'>): Promise<RefundRequestView> {
      return presentOne((await askForRefund(deps, call, body)).id, 'fan');
    },

    async decide(call: RefundCall, decision: Decision): Promise<RefundRequestView> {
      return presentOne((await decideRefund(deps, call, decision)).id, 'creator');
    },

    async searchOwn(actor: Actor, query: ListQuery): Promise<EndpointReply<'listRefundRequests'>> {
      const { rows, total } = await repository.search({ userId: actor.id }, query);
      return { data: await present(rows, 'fan'), total };
    },

    async searchReceived(
      actor: Actor,
      query: EndpointPart<'searchReceivedRefunds', 'query'>,
    ): Promise<EndpointReply<'searchReceivedRefunds'>> {
      const { rows, total } = await repository.search({ performerId: actor.id }, query);
      return { data: await present(rows, 'creator'), total };
    },

    /** For creators about to block a fan: the refund that a block can include. @throws AppError ENTITY_NOT_FOUND */
    async readRest(actor: Actor, userId: string): Promise<EndpointReply<'getSubscriptionRest'>> {
      assertAllowed(isPerformer(actor));
      const rest = requireFound(await needs.subscription.readRest({ userId, performerId: actor.id }));
      const { amount, takes, paidUntil } = rest;
      return { amount: fromCents(amount), takes: fromCents(takes), paidUntil: paidUntil?.toISOString() ?? null };
    },

    async listByState(state: RefundRequestRow['state']): Promise<(RefundRequestRow & { amount: Cents | null })[]> {
      const rows = await repository.listByState(state);
      const { sales } = await saleRepository.readMany(rows.map(({ saleId }) => saleId));
      return rows.map((row) => ({ ...row, amount: sales.get(row.saleId)?.amount ?? null }));
    },

    async searchAsOperator(query: EndpointPart<'searchRefunds', 'query'>): Promise<EndpointReply<'searchRefunds'>> {
      const { rows, total } = await repository.searchAll(query);
      return { data: await present(rows, 'operator'), total };
    },

    /** @throws AppError ENTITY_NOT_FOUND */
    async getAsOperator(id: string): Promise<Omit<EndpointReply<'getRefund'>, 'operator'>> {
      const row = requireFound(await repository.find(id));
      const sale = requireFound(await saleRepository.find(row.saleId));
      const [[request], isDisputed, ofFan] = await Promise.all([
        present([row], 'operator'),
        saleRepository.isDisputed(sale.paymentId),
        repository.countOfFan(row.userId),
      ]);
      const { createdAt, paymentId } = sale;
      return { request: request!, sale: { createdAt: createdAt.toISOString(), paymentId, isDisputed }, ofFan };
    },

    /** @throws AppError ENTITY_NOT_FOUND, REFUND_DECIDED, REFUND_NOT_POSSIBLE */
    async decideAsOperator(decision: Decision, operator?: Operator): Promise<void> {
      await decideRefund(deps, { operator }, decision);
    },

    passOn: (): Promise<void> => passOnRefunds(deps),

    /** Closes the request of a sale that was refunded in another way. */
    onPaymentCompleted: (async (tx, { kind, id }) => {
      if (kind === 'refund') await repository.closeOfSale(id, { state: 'granted', at: clock.now() }, tx);
    }) satisfies Listener<'paymentCompleted'>,

    /** Closes the request as well: the gateway refunds a payment only once. The block notifies the fan. */
    onPaymentPartRefunded: (async (tx, { id, amount }) => {
      const answer = `${moneyText(amount)} was refunded for the days that were left.`;
      await repository.closeOfSale(id, { state: 'refused', decidedBy: 'creator', answer, at: clock.now() }, tx);
    }) satisfies Listener<'paymentPartRefunded'>,
  };
}

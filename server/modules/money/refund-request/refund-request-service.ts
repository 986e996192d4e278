import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents, type Cents } from '@contract/base/money';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { Listener } from '../../../events';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { PeopleService } from '../../identity/people/people-service';
import { getReceiptTitle } from '../receipt/receipt-service';
import type { SubscriptionService } from '../subscription/subscription-service';
import { askForRefund, type RefundCall } from './ask-for-refund';
import { decideRefund, type DecideDeps, type Decision } from './decide-refund';
import { createRefundNotifications } from './refund-notifications';
import { createRefundRequestRepository, type RefundRequestRow } from './refund-request-repository';
import { readWindow } from './refund-window';
import { createSaleRepository } from './sale-repository';

type RefundRequestView = EndpointReply<'askForRefund'>;
type ListQuery = EndpointPart<'listRefundRequests', 'query'>;
type NotificationNeeds = Omit<Parameters<typeof createRefundNotifications>[0], keyof ServerContext>;

interface RefundRequestDeps
  extends Omit<DecideDeps, 'repository' | 'saleRepository' | 'notifications' | keyof ServerContext>, NotificationNeeds {
  people: Pick<PeopleService, 'publicViews' | 'findMany'>;
  settings: DecideDeps['settings'] & NotificationNeeds['settings'];
  subscription: Pick<SubscriptionService, 'readRest'>;
}

const DAY_MS = 24 * 3600 * 1000;

/** Fans request refunds; creators decide. Operators decide if creators do not answer or reject. */
export function createRefundRequestService(
  context: Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'env'>,
  needs: RefundRequestDeps,
) {
  const { clock } = context;
  const repository = createRefundRequestRepository(context.db);
  const saleRepository = createSaleRepository(context.db);
  const notifications = createRefundNotifications({ ...context, ...needs });
  const deps: DecideDeps = { ...context, ...needs, repository, saleRepository, notifications };
  const present = createPresenter(needs, saleRepository);

  async function presentOne(id: string, side: Side): Promise<RefundRequestView> {
    const [view] = await present([requireFound(await repository.find(id))], side);
    return view!;
  }

  /** @throws AppError ENTITY_NOT_FOUND also for sales of others */
  async function getOfSale(actor: Actor, id: string): Promise<EndpointReply<'getRefundOfSale'>> {
    const sale = await saleRepository.find(id);
    if (!sale || sale.userId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
    const [requests, refund, site] = await Promise.all([
      repository.listOfSale(sale.id),
      needs.payment.findRefund(sale.id),
      needs.settings.read(),
    ]);
    const window = await readWindow(deps, { sale, requests, site, now: clock.now() });
    const [request = null] = await present(requests.slice(0, 1), 'fan');
    const place = sale.paymentId === null ? 'wallet' : 'card';
    const isBack = refund !== null || (place === 'wallet' && !sale.isPaid);
    return {
      saleId: sale.id,
      canAsk: window !== null,
      until: window?.until?.toISOString() ?? null,
      amount: fromCents(sale.amount),
      refundsTo: place,
      decides: window?.decides ?? 'creator',
      answerDays: site.refundAnswerDays,
      returned: isBack
        ? {
            amount: fromCents(refund?.amount ?? sale.amount),
            to: refund?.status === 'to_wallet' ? 'wallet' : place,
          }
        : null,
      request,
    };
  }

  return {
    getOfSale,

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

    async searchReceived(actor: Actor, query: ListQuery): Promise<EndpointReply<'searchReceivedRefunds'>> {
      const { rows, total } = await repository.search({ performerId: actor.id }, query);
      return { data: await present(rows, 'creator'), total };
    },

    /** For a creator who is about to block a fan. @throws AppError ENTITY_NOT_FOUND if the fan never subscribed to them */
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

    /** @throws AppError ENTITY_NOT_FOUND, REFUND_DECIDED, REFUND_NOT_POSSIBLE */
    async decideAsOperator(decision: Decision): Promise<void> {
      await decideRefund(deps, 'operator', decision);
    },

    /** Passes unanswered requests to the operators. @throws AggregateError of those that failed */
    async passOn(): Promise<void> {
      const { refundAnswerDays } = await needs.settings.read();
      const since = new Date(clock.now().getTime() - refundAnswerDays * DAY_MS);
      await eachOrThrow(await repository.listUnanswered(since), (id) => passOn(deps, id));
    },

    /** Closes the request of a sale that was refunded in another way. */
    onPaymentCompleted: (async (tx, { kind, id }) => {
      if (kind === 'refund') await repository.closeOfSale(id, clock.now(), tx);
    }) satisfies Listener<'paymentCompleted'>,
  };
}

async function passOn({ db, clock, repository, saleRepository, notifications }: DecideDeps, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = requireFound(await repository.lock(id, tx));
    if (row.state !== 'asked') return;
    const next = { ...row, state: 'with_operator' as const, updatedAt: clock.now() };
    await repository.update(id, next, tx);
    const sale = requireFound(await saleRepository.find(row.saleId, tx));
    await notifications.notifyPassedOn(tx, next, sale);
  });
}

type Side = 'fan' | 'creator';

function createPresenter(
  { people, settings }: Pick<RefundRequestDeps, 'people' | 'settings'>,
  saleRepository: ReturnType<typeof createSaleRepository>,
) {
  return async (rows: readonly RefundRequestRow[], side: Side): Promise<RefundRequestView[]> => {
    const [{ sales, orderIds, takes }, persons, site] = await Promise.all([
      saleRepository.readMany(rows.map(({ saleId }) => saleId)),
      people.publicViews(rows.flatMap(({ userId, performerId }) => [userId, performerId ?? userId])),
      settings.read(),
    ]);
    return rows.flatMap((row): RefundRequestView[] => {
      const sale = sales.get(row.saleId);
      if (!sale) return [];
      const [user, performer] = [persons.get(row.userId), persons.get(row.performerId ?? '')];
      const net = takes.get(row.saleId);
      const creator = performer?.name || performer?.username || '';
      const answerBy = new Date(row.createdAt.getTime() + site.refundAnswerDays * DAY_MS);
      return [
        {
          _id: row.id,
          saleId: row.saleId,
          kind: sale.kind,
          title: getReceiptTitle(sale, { creator, siteName: site.siteName }),
          orderId: orderIds.get(row.saleId) ?? null,
          amount: fromCents(sale.amount),
          refundsTo: sale.paymentId === null ? 'wallet' : 'card',
          takes: side === 'creator' && net !== undefined ? fromCents(net) : null,
          reason: row.reason,
          state: row.state,
          answer: row.answer,
          decidedBy: row.decidedBy,
          decidedAt: row.decidedAt?.toISOString() ?? null,
          answerBy: row.state === 'asked' ? answerBy.toISOString() : null,
          userId: row.userId,
          userInfo: user && !user.isPerformer ? user : null,
          performerId: row.performerId,
          performerInfo: performer?.isPerformer ? performer : null,
          createdAt: row.createdAt.toISOString(),
          updatedAt: row.updatedAt.toISOString(),
        },
      ];
    });
  };
}

import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { AppError, requireFound } from '../../../errors';
import { runIdempotent } from '../../../idempotency';
import type { CouponService } from '../coupon/coupon-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { CardService } from './card-service';
import { presentTransaction, type TransactionView } from './payment-presenter';
import { createPaymentRepository, type PaymentSubject, type TransactionRow } from './payment-repository';
import { chargeCard, createSettlement, isFinal, type EffectsByTarget } from './settle-payment';
import { toTransaction, type PaymentPlan } from './payment-plan';

export type { PaymentPlan } from './payment-plan';
export { postingsOf, quote } from './pricing';
export { codeOf, isRenewal, renewalKey, type PaymentEffects } from './settle-payment';
export type { TransactionRow } from './payment-repository';
export type PaymentService = ReturnType<typeof createPaymentService>;

/** A money call that begins a payment. */
export interface PaymentStart {
  actor: Actor;
  route: string;
  key: string | undefined;
  /** What the call asks for: the same key with other wishes is refused. */
  input: unknown;
  subject: Omit<PaymentSubject, 'userId'>;
  /** Checks the rules and prices the payment; the subject is locked meanwhile. */
  plan(tx: Tx, transactionId: string): Promise<Omit<PaymentPlan, 'id' | 'key'>>;
}

export interface PaymentDependencies {
  people: PeopleService;
  settings: SettingsService;
  coupon: CouponService;
  card: Pick<CardService, 'byId'>;
  effects: EffectsByTarget;
}

/** Milliseconds after which a payment's process is taken for dead. The gateway answers in seconds. */
const STUCK_MS = 60_000;
/** Milliseconds a payer has to answer the bank. */
const ANSWER_MS = 3600 * 1000;

/**
 * Payments through the gateway. Each is three steps: a row is committed, the gateway is asked with the row's id as its
 * key, the outcome is settled under the row's lock. A process may die between any two: `recover` goes on from there, and
 * neither the gateway nor the settling does anything twice. Decisions 2, promises M-1, M-3.
 */
export function createPaymentService(
  context: Pick<ServerContext, 'db' | 'clock' | 'gateways' | 'publisher' | 'events'>,
  { people, settings, coupon, card, effects }: PaymentDependencies,
) {
  const { db, clock, gateways } = context;
  const repository = createPaymentRepository(db);
  const { resolve } = createSettlement(context, { repository, settings, coupon, effects });

  /** Asks the gateway and settles what it says. Safe to repeat at any time, in any process. */
  async function drive(id: string): Promise<TransactionRow> {
    const row = requireFound(await repository.find(id));
    if (isFinal(row)) return row;
    const { isRefundDue, gatewayId } = row;
    // A gateway that has forgotten the key would charge once more.
    if (isRefundDue && gatewayId !== null) return resolve(id, { status: 'succeeded', gatewayId });
    const outcome = await chargeCard(gateways.payment, row);
    // Nobody knows yet whether money moved: the payment stays as it is, and `recover` asks again.
    return outcome === 'unknown' ? row : resolve(id, outcome);
  }

  /** @throws AppError GATEWAY_FAILED: the payment waits on. */
  async function giveUp(row: TransactionRow): Promise<void> {
    if (row.gatewayId === null) return;
    const outcome = await gateways.payment.cancel(row.gatewayId).catch((error: unknown) => {
      throw new AppError('GATEWAY_FAILED', { details: error });
    });
    await resolve(row.id, outcome);
  }

  async function begin(start: PaymentStart): Promise<{ id: string } | { inTheWay: TransactionRow }> {
    const { actor, route, key, input, subject } = start;
    const paid = { ...subject, userId: actor.id };
    let inTheWay: TransactionRow | null = null;
    try {
      return await inTransaction(db, (tx) =>
        runIdempotent(tx, { accountId: actor.id, route, key, input }, async () => {
          await repository.lockSubject(paid, tx);
          // Looked for before the rules are: whoever ends meanwhile has changed what the rules will read.
          inTheWay = subject.target === 'token_package' ? null : await repository.findOpen(paid, tx);
          if (inTheWay) throw new AppError('IDEMPOTENCY_IN_FLIGHT');
          const id = newId(clock.now().getTime());
          await repository.insert(
            toTransaction({ ...(await start.plan(tx, id)), id, key: `call:${id}` }, clock.now()),
            tx,
          );
          return { id };
        }),
      );
    } catch (error) {
      if (inTheWay) return { inTheWay };
      throw error;
    }
  }

  /** @throws AppError CARD_DECLINED in the bank's words. */
  function answer(row: TransactionRow): TransactionView {
    if (row.status !== 'fail') return presentTransaction(row);
    throw new AppError('CARD_DECLINED', { message: row.failureMessage || undefined });
  }

  return {
    /**
     * Begins a payment and takes it as far as it goes now: success, the bank's question, or `processing` when the gateway
     * does not answer. A repeat of the key resumes or retells the first one.
     *
     * @throws AppError CARD_DECLINED, IDEMPOTENCY_IN_FLIGHT while another payment for the same is worked on,
     * GATEWAY_FAILED where one that was left open cannot be given up, IDEMPOTENCY_KEY_REUSED, and what `plan` throws.
     */
    async start(start: PaymentStart): Promise<TransactionView> {
      let begun = await begin(start);
      if ('inTheWay' in begun && begun.inTheWay.status === 'require_authentication') {
        // The payer left the bank's question open and tries again, perhaps with another card.
        await giveUp(begun.inTheWay);
        begun = await begin(start);
      }
      if ('inTheWay' in begun) throw new AppError('IDEMPOTENCY_IN_FLIGHT');
      return answer(await drive(begun.id));
    },

    /** Called before `openRenewal`, and before anything else is locked: calls of a payer lock in this order, too. */
    lockSubject: repository.lockSubject,

    /**
     * Begins a payment nobody waits for, whose subject is locked.
     *
     * @param plan its `key` makes it unique.
     * @returns its id for `drive`; `busy` while another one for the same is under way, `used` when one with this key has
     * ended already.
     */
    async openRenewal(tx: Tx, plan: PaymentPlan): Promise<{ id: string } | 'busy' | 'used'> {
      if (await repository.findOpen(plan, tx)) return 'busy';
      return (await repository.insert(toTransaction(plan, clock.now()), tx)) ? { id: plan.id } : 'used';
    },

    drive,

    /**
     * Goes on with payments whose process died, and gives up those whose payer never answered the bank.
     *
     * @throws AggregateError when some could not be worked on; the others were.
     */
    async recover(): Promise<void> {
      const now = clock.now().getTime();
      const before = { processing: new Date(now - STUCK_MS), unanswered: new Date(now - ANSWER_MS) };
      const rows = await repository.listStuck(before);
      const goOn = (row: TransactionRow) => (row.status === 'processing' ? drive(row.id) : giveUp(row));
      await eachOrThrow(rows, goOn, { atOnce: 4 });
    },

    /**
     * Answers the sandbox bank's question.
     *
     * @throws AppError CARD_DECLINED, PROVIDER_NOT_CONFIGURED where a real bank asks on a page of its own.
     */
    async confirm(actor: Actor, id: string, outcome: 'approve' | 'refuse'): Promise<TransactionView> {
      const { payment } = gateways;
      if (!payment.confirm) throw new AppError('PROVIDER_NOT_CONFIGURED');
      const row = requireFound(await repository.findOwn(actor.id, id));
      if (row.status !== 'require_authentication' || row.gatewayId === null) return answer(row);
      return answer(await resolve(row.id, await payment.confirm(row.gatewayId, outcome)));
    },

    /** One own payment, by id or by the reference of its return address. */
    async get(actor: Actor, idOrReference: string): Promise<TransactionView> {
      const row = requireFound(await repository.findOwn(actor.id, idOrReference));
      const [views, cards] = await Promise.all([
        people.views(row.performerId ? [row.performerId] : [], actor),
        card.byId(actor.id),
      ]);
      return presentTransaction(row, { people: views, cards });
    },

    async search(
      actor: Actor,
      query: EndpointPart<'searchTransactions', 'query'>,
    ): Promise<EndpointReply<'searchTransactions'>> {
      const { rows, total } = await repository.search(actor.id, query);
      const ids = rows.flatMap((row) => row.performerId ?? []);
      const [views, cards] = await Promise.all([people.views(ids, actor), card.byId(actor.id)]);
      return { data: rows.map((row) => presentTransaction(row, { people: views, cards })), total };
    },
  };
}

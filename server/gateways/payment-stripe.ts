import Stripe from 'stripe';
import { toMinorUnits } from '@contract/base/minor-units';
import { cents } from '@contract/base/money';
import {
  PaymentRefused,
  RefundPostponed,
  type ChargeRequest,
  type GatewayDispute,
  type PaymentGateway,
  type PaymentOutcome,
  type RefundRequest,
} from './payment';
import { attachCard, detachCard, findConfirmedCard } from './stripe-cards';
import { hasRefundFailed, isRefusedRequest, isReplay, readAmount, retried, type StripeAccount } from './stripe-client';
import { readStripeEvent } from './stripe-events';
import { listMovements } from './stripe-movements';
import { getDeclineReason, toRefusal } from './stripe-refusals';

/** Stripe forgets idempotency keys after a day, so payments older than this are looked up before they are created again. */
const KEY_MS = 12 * 3600 * 1000;

/**
 * Payers pay the platform; our ledger records what belongs to whom. A payment is a PaymentIntent with our payment id in its
 * metadata and in its idempotency key. docs.stripe.com/payments/payment-intents
 */
export function createStripePayments(account: StripeAccount, now: () => Date): PaymentGateway {
  const { stripe, publishableKey } = account;
  return {
    name: 'stripe',
    isProduction: true,
    publishableKey,
    attachCard: (input) => attachCard(stripe, input),
    detachCard: (token) => detachCard(stripe, token),
    listMovements: (span) => listMovements(account, span),
    findConfirmedCard: (setupId) => findConfirmedCard(stripe, setupId),
    readDispute: (disputeId) => readDispute(account, disputeId),
    charge: (request) => charge(account, request, now()),
    async read(gatewayId) {
      const intent = await stripe.paymentIntents.retrieve(gatewayId, { expand: ['latest_charge'] }, retried);
      const key = intent.metadata['payment'];
      if (key === undefined || intent.status === 'processing' || intent.status === 'requires_confirmation') return null;
      return { key, outcome: await endIntent(stripe, intent) };
    },
    async cancel(gatewayId) {
      try {
        return await endIntent(stripe, await stripe.paymentIntents.cancel(gatewayId, {}, retried));
      } catch (error) {
        if (!isRefusedRequest(error)) throw error;
        // The payment could not be canceled: it ended before.
        return endIntent(stripe, await stripe.paymentIntents.retrieve(gatewayId, {}, retried));
      }
    },
    refund: (request) => refund(account, request),
    async readRefund(refundId) {
      const { metadata, status } = await stripe.refunds.retrieve(refundId, {}, retried);
      const key = metadata?.['key'];
      return key === undefined ? null : { key, hasFailed: hasRefundFailed(status) };
    },
    readEvent: (body, signature, endpoint) => readStripeEvent(account, { body, signature, endpoint, now: now() }),
  };
}

async function charge({ stripe, currency }: StripeAccount, request: ChargeRequest, now: Date): Promise<PaymentOutcome> {
  const { amount, card, customerId, isNewCard, key, startedAt, offSession } = request;
  if (now.getTime() - startedAt.getTime() > KEY_MS) {
    const earlier = await findIntent(stripe, request);
    if (earlier) return endIntent(stripe, earlier);
  }
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: toMinorUnits(amount, currency),
        currency: currency.code.toLowerCase(),
        customer: customerId,
        payment_method: card,
        allowed_payment_method_types: ['card'],
        confirm: true,
        off_session: offSession,
        // Asks the bank to allow charges in the payer's absence. Asking again would challenge each payment.
        ...(isNewCard && !offSession && { setup_future_usage: 'off_session' }),
        metadata: { payment: key },
      },
      { idempotencyKey: `payment:${key}` },
    );
    return await endIntent(stripe, isReplay(intent) ? await stripe.paymentIntents.retrieve(intent.id) : intent);
  } catch (error) {
    const declined = error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined;
    // Fetched again, because Stripe may have repeated its reply to an earlier request with this key.
    if (declined) return endIntent(stripe, await stripe.paymentIntents.retrieve(declined.id));
    throw toRefusal(error) ?? error;
  }
}

/** @returns the payment that an earlier request created */
async function findIntent(
  stripe: Stripe,
  { customerId, key, startedAt }: ChargeRequest,
): Promise<Stripe.PaymentIntent | null> {
  const created = { gte: Math.floor(startedAt.getTime() / 1000) - 60 };
  for await (const intent of stripe.paymentIntents.list({ customer: customerId, created, limit: 100 })) {
    if (intent.metadata['payment'] === key) return intent;
  }
  return null;
}

/**
 * Reads the outcome of a payment. Cancels one that the bank declined, so that it cannot be completed after we have recorded the
 * failure.
 *
 * @throws Error while the outcome is undecided.
 */
async function endIntent(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<PaymentOutcome> {
  const { id: gatewayId, client_secret: clientSecret } = intent;
  switch (intent.status) {
    case 'succeeded':
      return { status: isRefunded(intent) ? 'refunded' : 'succeeded', gatewayId };
    case 'requires_action':
      return { status: 'requires_action', gatewayId, clientSecret: clientSecret ?? '' };
    case 'canceled':
      return intent.last_payment_error
        ? { status: 'declined', gatewayId, message: getDeclineReason(intent.last_payment_error) }
        : { status: 'canceled', gatewayId };
    case 'requires_payment_method': {
      const ended = await stripe.paymentIntents.cancel(gatewayId, {}, retried).catch(async (error: unknown) => {
        if (!isRefusedRequest(error)) throw error;
        return stripe.paymentIntents.retrieve(gatewayId, {}, retried);
      });
      return ended.status === 'succeeded'
        ? { status: 'succeeded', gatewayId }
        : { status: 'declined', gatewayId, message: getDeclineReason(intent.last_payment_error) };
    }
    default:
      throw new Error(`Stripe has not decided payment ${gatewayId}: it is ${intent.status}`);
  }
}

const isRefunded = ({ latest_charge: charge }: Stripe.PaymentIntent): boolean =>
  typeof charge === 'object' && charge !== null && charge.refunded;

async function refund(
  { stripe, currency }: StripeAccount,
  { gatewayId, amount, key }: RefundRequest,
): Promise<PaymentOutcome> {
  // Searched by metadata, because Stripe forgets idempotency keys after a day.
  const earlier = await stripe.refunds.list({ payment_intent: gatewayId, limit: 100 }, retried);
  const known = earlier.data.find(({ metadata }) => metadata?.['key'] === key);
  if (known && hasRefundFailed(known.status)) throw new PaymentRefused(NO_REFUND);
  if (!known) {
    try {
      await stripe.refunds.create(
        { payment_intent: gatewayId, amount: toMinorUnits(amount, currency), metadata: { key } },
        { idempotencyKey: key, ...retried },
      );
    } catch (error) {
      if (!isRefusedRequest(error)) throw error;
      if (disputedCodes.has(error.code ?? '')) throw new RefundPostponed(error.message);
      if (error.code !== 'charge_already_refunded') throw new PaymentRefused(NO_REFUND);
    }
  }
  const intent = await stripe.paymentIntents.retrieve(gatewayId, { expand: ['latest_charge'] }, retried);
  return { status: isRefunded(intent) ? 'refunded' : 'succeeded', gatewayId };
}

async function readDispute(account: StripeAccount, disputeId: string): Promise<GatewayDispute | null> {
  const dispute = await account.stripe.disputes.retrieve(disputeId, {}, retried);
  const { id: gatewayId, payment_intent: intent, balance_transactions: movements, reason, status } = dispute;
  // The bank is only inquiring, and has taken no money yet.
  if (intent === null || movements.length === 0) return null;
  const due = dispute.evidence_details.due_by;
  const fees = movements.reduce((sum, { fee, currency }) => sum + readAmount(fee, currency, account), 0);
  return {
    gatewayId,
    paymentId: typeof intent === 'string' ? intent : intent.id,
    amount: readAmount(dispute.amount, dispute.currency, account),
    fee: cents(Math.max(0, fees)),
    reason,
    status: status === 'won' || status === 'warning_closed' ? 'won' : status === 'lost' ? 'lost' : 'open',
    respondBy: due ? new Date(due * 1000) : null,
  };
}

const disputedCodes: ReadonlySet<string> = new Set(['charge_disputed', 'refund_disputed_payment']);

const NO_REFUND = 'The bank of this card takes no refunds.';

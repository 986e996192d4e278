import Stripe from 'stripe';
import { toMinorUnits } from '@contract/base/minor-units';
import { cents } from '@contract/base/money';
import {
  PaymentRefused,
  RefundPostponed,
  type AttachedCard,
  type ChargeRequest,
  type GatewayDispute,
  type GatewayMovement,
  type PaymentGateway,
  type PaymentOutcome,
  type RefundRequest,
} from './payment';
import { isRefusedRequest, isReplay, readAmount, retried, type StripeAccount } from './stripe-client';
import { readStripeEvent } from './stripe-events';

/** Stripe forgets keys after a day. A payment of half that age is looked up before it is created again. */
const KEY_MS = 12 * 3600 * 1000;

const DECLINED = 'Your card was declined.';
const ASKED = 'Your bank wants you to confirm this payment.';

/**
 * Payers pay the platform; our ledger knows what belongs to whom. A payment is a PaymentIntent that carries our id, which is also
 * its idempotency key. docs.stripe.com/payments/payment-intents
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
    readDispute: (disputeId) => readDispute(account, disputeId),
    async findConfirmedCard(setupId) {
      const { status, payment_method: card } = await stripe.setupIntents.retrieve(setupId, {}, retried);
      return status === 'succeeded' ? (typeof card === 'object' ? (card?.id ?? null) : card) : null;
    },
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
        // The payment has ended: the payer was faster.
        return endIntent(stripe, await stripe.paymentIntents.retrieve(gatewayId, {}, retried));
      }
    },
    refund: (request) => refund(account, request),
    async readRefund(refundId) {
      const { metadata, status } = await stripe.refunds.retrieve(refundId, {}, retried);
      const key = metadata?.['key'];
      return key === undefined ? null : { key, hasFailed: hasFailed(status) };
    },
    readEvent: (body, signature, endpoint) => readStripeEvent(account, { body, signature, endpoint, now: now() }),
  };
}

async function attachCard(
  stripe: Stripe,
  { token, accountId, customerId }: Parameters<PaymentGateway['attachCard']>[0],
): Promise<AttachedCard> {
  try {
    const customer = customerId ?? (await createCustomer(stripe, accountId));
    const method = token.startsWith('pm_')
      ? await stripe.paymentMethods.retrieve(token, {}, retried)
      : await stripe.paymentMethods.create({ type: 'card', card: { token } }, retried);
    const setup = await stripe.setupIntents.create(
      {
        customer,
        payment_method: method.id,
        allowed_payment_method_types: ['card'],
        usage: 'off_session',
        confirm: true,
      },
      { idempotencyKey: `setup:${method.id}`, ...retried },
    );
    // Stripe attaches a card once the bank agrees. One that awaits a challenge is saved as well, and challenged with its first
    // payment.
    if (setup.status !== 'succeeded') await stripe.paymentMethods.attach(method.id, { customer }, retried);
    return {
      ...presentCard(method),
      customerId: customer,
      ...(setup.status !== 'succeeded' && readSetupSecret(setup)),
    };
  } catch (error) {
    throw toRefusal(error) ?? error;
  }
}

const readSetupSecret = ({ client_secret: secret }: Stripe.SetupIntent) =>
  secret === null ? {} : { setupSecret: secret };

async function createCustomer(stripe: Stripe, accountId: string): Promise<string> {
  const params = { metadata: { account: accountId } };
  const { id } = await stripe.customers.create(params, { idempotencyKey: `customer:${accountId}`, ...retried });
  return id;
}

function presentCard({ id, card }: Stripe.PaymentMethod): Omit<AttachedCard, 'customerId'> {
  if (!card) throw new PaymentRefused('Only cards can be saved.');
  const { display_brand: brand, wallet, last4, fingerprint, exp_month: month, exp_year: year } = card;
  return {
    token: id,
    // The name that the holder knows: a wallet hides the card company.
    brand: WALLET_NAMES[wallet?.type ?? ''] ?? capitalise(brand ?? card.brand),
    last4,
    fingerprint: fingerprint ?? '',
    month: String(month).padStart(2, '0'),
    year: String(year),
  };
}

const WALLET_NAMES: Readonly<Record<string, string>> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' };

/** `american_express` becomes `American Express`. */
const capitalise = (brand: string): string =>
  brand
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

async function detachCard(stripe: Stripe, token: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(token, {}, retried);
  } catch (error) {
    // Unknown, or not attached.
    if (!isRefusedRequest(error)) throw error;
  }
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
        // Only if the bank was not asked before: otherwise it challenges each payment.
        ...(isNewCard && !offSession && { setup_future_usage: 'off_session' }),
        metadata: { payment: key },
      },
      { idempotencyKey: `payment:${key}` },
    );
    return await endIntent(stripe, isReplay(intent) ? await stripe.paymentIntents.retrieve(intent.id) : intent);
  } catch (error) {
    const declined = error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined;
    // Fetched again, because the reply can be that to an earlier call with this key.
    if (declined) return endIntent(stripe, await stripe.paymentIntents.retrieve(declined.id));
    throw toRefusal(error) ?? error;
  }
}

/** @returns the payment that an earlier call created. */
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
 * Outcome of a payment. Cancels one that the bank declined, so that it cannot be paid with another card after we have recorded
 * the failure.
 *
 * @throws Error while Stripe has not decided.
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
        ? { status: 'declined', gatewayId, message: nameReason(intent.last_payment_error) }
        : { status: 'canceled', gatewayId };
    case 'requires_payment_method': {
      const ended = await stripe.paymentIntents.cancel(gatewayId, {}, retried).catch(async (error: unknown) => {
        if (!isRefusedRequest(error)) throw error;
        return stripe.paymentIntents.retrieve(gatewayId, {}, retried);
      });
      return ended.status === 'succeeded'
        ? { status: 'succeeded', gatewayId }
        : { status: 'declined', gatewayId, message: nameReason(intent.last_payment_error) };
    }
    default:
      throw new Error(`Stripe has not decided payment ${gatewayId}: it is ${intent.status}`);
  }
}

const isRefunded = ({ latest_charge: charge }: Stripe.PaymentIntent): boolean =>
  typeof charge === 'object' && charge !== null && charge.refunded;

/** Stripe writes its messages for payers. */
function nameReason(error: { code?: string; message?: string } | null): string {
  if (error?.code === 'authentication_required') return ASKED;
  if (error?.code === 'payment_intent_authentication_failure') return 'Your bank could not confirm it is you.';
  return error?.message ?? DECLINED;
}

/** Null if it is unknown whether Stripe acted. */
function toRefusal(error: unknown): PaymentRefused | null {
  if (error instanceof PaymentRefused) return error;
  if (error instanceof Stripe.errors.StripeCardError) return new PaymentRefused(nameReason(error));
  if (!isRefusedRequest(error)) return null;
  return new PaymentRefused(
    error.code === 'resource_missing' ? 'This card is not known.' : 'This card cannot be used here. Try another one.',
  );
}

async function refund(
  { stripe, currency }: StripeAccount,
  { gatewayId, amount, key }: RefundRequest,
): Promise<PaymentOutcome> {
  // Found by its metadata, because keys are forgotten after a day.
  const earlier = await stripe.refunds.list({ payment_intent: gatewayId, limit: 100 }, retried);
  const known = earlier.data.find(({ metadata }) => metadata?.['key'] === key);
  if (known && hasFailed(known.status)) throw new PaymentRefused(NO_REFUND);
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
  // An inquiry of the bank takes no money yet.
  if (intent === null || movements.length === 0) return null;
  const fees = movements.reduce((sum, { fee, currency }) => sum + readAmount(fee, currency, account), 0);
  return {
    gatewayId,
    paymentId: typeof intent === 'string' ? intent : intent.id,
    amount: readAmount(dispute.amount, dispute.currency, account),
    fee: cents(Math.max(0, fees)),
    reason,
    status: status === 'won' || status === 'warning_closed' ? 'won' : status === 'lost' ? 'lost' : 'open',
  };
}

/** docs.stripe.com/reports/balance-transaction-types */
async function* listMovements(
  account: StripeAccount,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<GatewayMovement> {
  const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.floor(to.getTime() / 1000) };
  for await (const movement of account.stripe.balanceTransactions.list({
    created,
    limit: 100,
    expand: ['data.source'],
  })) {
    yield {
      ...nameMovement(movement),
      amount: readAmount(movement.amount, movement.currency, account),
      fee: readAmount(movement.fee, movement.currency, account),
      createdAt: new Date(movement.created * 1000),
    };
  }
}

function nameMovement({ id, source, amount }: Stripe.BalanceTransaction): Pick<GatewayMovement, 'kind' | 'objectId'> {
  if (source === null || typeof source === 'string') return { kind: 'other', objectId: id };
  switch (source.object) {
    case 'charge': {
      const { payment_intent: intent } = source;
      const objectId = typeof intent === 'string' ? intent : (intent?.id ?? source.id);
      return { kind: 'payment', objectId };
    }
    case 'refund': {
      const { metadata, status } = source;
      // The bank sent the money back. It is in the fan's wallet, and its return is another movement.
      if (hasFailed(status)) return { kind: 'other', objectId: id };
      return { kind: 'refund', objectId: metadata?.['key']?.replace(/^refund:/, '') ?? source.id };
    }
    case 'dispute':
      // A positive amount is money returned from a dispute that was won.
      return amount > 0 ? { kind: 'other', objectId: id } : { kind: 'dispute', objectId: source.id };
    case 'transfer_reversal': {
      const { transfer } = source;
      return { kind: 'reversal', objectId: typeof transfer === 'string' ? transfer : transfer.id };
    }
    case 'transfer':
      return amount > 0 ? { kind: 'other', objectId: id } : { kind: 'transfer', objectId: source.id };
    default:
      return { kind: 'other', objectId: id };
  }
}

const hasFailed = (status: string | null): boolean => status === 'failed' || status === 'canceled';

const disputedCodes: ReadonlySet<string> = new Set(['charge_disputed', 'refund_disputed_payment']);

const NO_REFUND = 'The bank of this card takes no refunds.';

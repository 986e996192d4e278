import { attach, confirmCard, declined, getCard, isAsked } from './double-cards';
import { invalid, type DoubleState, type StripeObject } from './double-state';

type Params = Record<string, unknown>;

const feeOf = (amount: number) => Math.round(amount * 0.029) + 30;

const isTrue = (value: unknown) => value === true || value === 'true';

export function createSetupIntent(state: DoubleState, params: Params): StripeObject {
  const method = state.get('payment_method', params['payment_method']);
  const id = state.newId('seti');
  const intent = state.add({
    id,
    object: 'setup_intent',
    customer: params['customer'] ?? null,
    payment_method: method.id,
    usage: params['usage'] ?? 'off_session',
    status: 'requires_confirmation',
    client_secret: `${id}_secret_${state.newId('x').slice(2)}`,
    metadata: params['metadata'] ?? {},
    created: state.seconds(),
    last_setup_error: null,
  });
  if (!isTrue(params['confirm'])) return intent;
  const { attachDecline } = getCard(method);
  if (attachDecline !== undefined) {
    intent['status'] = 'requires_payment_method';
    throw declined(attachDecline, 'card_declined', { setup_intent: intent });
  }
  if (getCard(method).asks) {
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    state.emit('setup_intent.requires_action', intent);
  } else finishSetup(state, intent);
  return intent;
}

function finishSetup(state: DoubleState, intent: StripeObject): void {
  const method = state.get('payment_method', intent['payment_method']);
  confirmCard(method);
  if (intent['customer']) attach(state, method.id, { customer: intent['customer'] });
  Object.assign(intent, { status: 'succeeded', next_action: null });
  state.emit('setup_intent.succeeded', intent);
}

/** `POST /v1/payment_intents`, confirmed at once if requested. @throws Refusal with the intent if the bank declines */
export function createPaymentIntent(state: DoubleState, params: Params): StripeObject {
  const amount = Number(params['amount']);
  if (!Number.isInteger(amount) || amount < 50)
    throw invalid('Amount must be at least $0.50 usd', 'amount_too_small', 'amount');
  const method = state.get('payment_method', params['payment_method']);
  const customer = params['customer'] ?? null;
  if (method['customer'] !== null && method['customer'] !== customer)
    throw invalid(
      'The payment method belongs to another customer.',
      'payment_method_unexpected_state',
      'payment_method',
    );
  const id = state.newId('pi');
  const intent = state.add({
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency: String(params['currency']),
    customer,
    payment_method: method.id,
    setup_future_usage: params['setup_future_usage'] ?? null,
    metadata: params['metadata'] ?? {},
    transfer_group: params['transfer_group'] ?? null,
    status: 'requires_confirmation',
    client_secret: `${id}_secret_${state.newId('x').slice(2)}`,
    created: state.seconds(),
    latest_charge: null,
    last_payment_error: null,
    cancellation_reason: null,
  });
  return isTrue(params['confirm']) ? confirmPayment(state, intent, isTrue(params['off_session'])) : intent;
}

function confirmPayment(state: DoubleState, intent: StripeObject, offSession: boolean): StripeObject {
  const method = state.get('payment_method', intent['payment_method']);
  const { chargeDecline } = getCard(method);
  if (isAsked(method)) {
    if (offSession)
      throw fail(
        state,
        intent,
        declined('Your card was declined. This transaction requires authentication.', 'authentication_required'),
      );
    Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    state.emit('payment_intent.requires_action', intent);
    return intent;
  }
  if (chargeDecline !== undefined) throw fail(state, intent, declined(chargeDecline));
  return succeed(state, intent);
}

function fail(state: DoubleState, intent: StripeObject, refusal: ReturnType<typeof declined>) {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { ...refusal.body },
  });
  state.emit('payment_intent.payment_failed', intent);
  return declined(refusal.message, String(refusal.body['code']), { payment_intent: intent });
}

function succeed(state: DoubleState, intent: StripeObject): StripeObject {
  const method = state.get('payment_method', intent['payment_method']);
  const amount = Number(intent['amount']);
  const currency = String(intent['currency']);
  if (intent['setup_future_usage'] === 'off_session') {
    confirmCard(method);
    if (intent['customer']) attach(state, method.id, { customer: intent['customer'] });
  }
  const charge = state.add({
    id: state.newId('ch'),
    object: 'charge',
    amount,
    amount_refunded: 0,
    refunded: false,
    currency,
    payment_intent: intent.id,
    payment_method: method.id,
    metadata: intent['metadata'],
    status: 'succeeded',
    created: state.seconds(),
  });
  state.post({ type: 'charge', amount, fee: feeOf(amount), currency, source: charge.id });
  Object.assign(intent, { status: 'succeeded', next_action: null, amount_received: amount, latest_charge: charge.id });
  state.emit('charge.succeeded', charge);
  state.emit('payment_intent.succeeded', intent);
  return intent;
}

export function cancelPaymentIntent(state: DoubleState, id: string): StripeObject {
  const intent = state.get('payment_intent', id);
  if (intent['status'] === 'succeeded' || intent['status'] === 'canceled')
    throw invalid(
      `You cannot cancel this PaymentIntent because it has a status of ${intent['status'] as string}.`,
      'payment_intent_unexpected_state',
    );
  Object.assign(intent, { status: 'canceled', next_action: null });
  state.emit('payment_intent.canceled', intent);
  return intent;
}

export function cancelSetupIntent(state: DoubleState, id: string): StripeObject {
  const intent = state.get('setup_intent', id);
  if (intent['status'] === 'succeeded')
    throw invalid('You cannot cancel this SetupIntent.', 'setup_intent_unexpected_state');
  return Object.assign(intent, { status: 'canceled' });
}

export function answerBank(state: DoubleState, clientSecret: string, answer: 'approve' | 'refuse'): StripeObject {
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const intent = state.objects.get(id);
  if (!intent || intent['client_secret'] !== clientSecret) throw invalid('No such intent', 'resource_missing');
  if (intent['status'] !== 'requires_action') return intent;
  if (intent.object === 'setup_intent') {
    if (answer === 'approve') finishSetup(state, intent);
    else
      Object.assign(intent, {
        status: 'requires_payment_method',
        next_action: null,
        last_setup_error: {
          type: 'invalid_request_error',
          code: 'setup_intent_authentication_failure',
          message: 'We are unable to authenticate your payment method.',
        },
      });
    return intent;
  }
  const method = state.get('payment_method', intent['payment_method']);
  const { chargeDecline } = getCard(method);
  if (answer === 'refuse') {
    fail(
      state,
      intent,
      declined('We are unable to authenticate your payment method.', 'payment_intent_authentication_failure'),
    );
    return intent;
  }
  if (chargeDecline !== undefined) {
    fail(state, intent, declined(chargeDecline));
    return intent;
  }
  return succeed(state, intent);
}

export function createRefund(state: DoubleState, params: Params): StripeObject {
  const intent = state.get('payment_intent', params['payment_intent']);
  if (!intent['latest_charge']) throw invalid('This PaymentIntent does not have a successful charge to refund.');
  const charge = state.get('charge', intent['latest_charge']);
  const rest = Number(charge['amount']) - Number(charge['amount_refunded']);
  const amount = params['amount'] === undefined ? rest : Number(params['amount']);
  if (rest === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (amount > rest)
    throw invalid(`Refund amount is greater than unrefunded amount on charge`, 'amount_too_large', 'amount');
  if (charge['disputed'])
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  const method = state.get('payment_method', charge['payment_method']);
  const refund = state.add({
    id: state.newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    currency: charge['currency'],
    payment_intent: intent.id,
    metadata: params['metadata'] ?? {},
    status: 'succeeded',
    failure_reason: null,
    created: state.seconds(),
  });
  const repaid = Number(charge['amount_refunded']) + amount;
  Object.assign(charge, { amount_refunded: repaid, refunded: repaid === charge['amount'] });
  state.post({ type: 'refund', amount: -amount, currency: String(charge['currency']), source: refund.id });
  state.emit('charge.refunded', charge);
  // As with Stripe's published test number, the refund succeeds at first and fails later.
  if (getCard(method).refusesRefunds) failRefund(state, refund.id);
  return refund;
}

/** The bank returns a refund, and its amount goes back to the balance. */
export function failRefund(state: DoubleState, id: string): void {
  const refund = state.get('refund', id);
  const charge = state.get('charge', refund['charge']);
  const amount = Number(refund['amount']);
  Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
  Object.assign(charge, { amount_refunded: Number(charge['amount_refunded']) - amount, refunded: false });
  state.post({ type: 'refund_failure', amount, currency: String(refund['currency']), source: refund.id });
  state.emit('refund.failed', refund);
}

const DISPUTE_FEE = 1500;
/** Time to send evidence. */
const EVIDENCE_S = 7 * 86_400;

export function openDispute(state: DoubleState, paymentIntent: string, reason = 'fraudulent'): StripeObject {
  const intent = state.get('payment_intent', paymentIntent);
  const charge = state.get('charge', intent['latest_charge']);
  const currency = String(charge['currency']);
  const amount = Number(charge['amount']) - Number(charge['amount_refunded']);
  charge['disputed'] = true;
  const dispute = state.add({
    id: state.newId('du'),
    object: 'dispute',
    amount,
    currency,
    charge: charge.id,
    payment_intent: intent.id,
    reason,
    status: 'needs_response',
    balance_transactions: [] as StripeObject[],
    created: state.seconds(),
    evidence_details: { due_by: state.seconds() + EVIDENCE_S },
  });
  dispute.balance_transactions.push(
    state.post({ type: 'adjustment', amount: -amount, fee: DISPUTE_FEE, currency, source: dispute.id }),
  );
  state.emit('charge.dispute.created', dispute);
  return dispute;
}

/** Closes a dispute. If it is won, the amount comes back, but not the fee. */
export function closeDispute(state: DoubleState, id: string, status: 'won' | 'lost'): StripeObject {
  const dispute = state.get('dispute', id);
  dispute['status'] = status;
  const amount = Number(dispute['amount']);
  if (status === 'won') {
    state.get('charge', dispute['charge'])['disputed'] = false;
    const back = { type: 'adjustment', amount, currency: String(dispute['currency']), source: dispute.id };
    (dispute['balance_transactions'] as StripeObject[]).push(state.post(back));
  }
  state.emit('charge.dispute.closed', dispute);
  return dispute;
}

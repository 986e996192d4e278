import { invalid, Refusal, type DoubleState, type StripeObject } from './double-state';

type Params = Record<string, unknown>;

/** Some of the countries that Stripe does not pay out to without a contract. */
const UNSUPPORTED = new Set(['BR', 'NG', 'PH']);

/** `POST /v1/accounts`: creates a payee. Transfers fail until onboarding is complete. */
export function createAccount(state: DoubleState, params: Params): StripeObject {
  if (UNSUPPORTED.has(String(params['country'])))
    throw invalid('Country is not supported for cross-border payouts.', 'country_unsupported', 'country');
  return state.add({
    id: state.newId('acct'),
    object: 'account',
    country: params['country'] ?? 'US',
    email: params['email'] ?? null,
    metadata: params['metadata'] ?? {},
    controller: params['controller'] ?? {},
    capabilities: { transfers: 'inactive' },
    details_submitted: false,
    payouts_enabled: false,
    requirements: {
      currently_due: ['individual.first_name', 'external_account'],
      disabled_reason: 'requirements.past_due',
    },
    created: state.seconds(),
  });
}

/** `GET /v1/accounts/:id`. A closed or disconnected account looks like one that belongs to another platform. */
export function readAccount(state: DoubleState, id: string): StripeObject {
  const account = state.objects.get(id);
  if (account?.object === 'account') return account;
  const message = `The provided key does not have access to account '${id}' (or that account does not exist).`;
  throw new Refusal(403, { type: 'invalid_request_error', code: 'account_invalid', message });
}

/** `POST /v1/account_links`: an onboarding link that works once, within five minutes. */
export function createAccountLink(state: DoubleState, params: Params, baseUrl: string): StripeObject {
  const account = state.get('account', params['account']);
  const returnUrl = encodeURIComponent(String(params['return_url']));
  return {
    id: state.newId('link'),
    object: 'account_link',
    created: state.seconds(),
    expires_at: state.seconds() + 300,
    url: `${baseUrl}/double/onboarding/${account.id}?return=${returnUrl}`,
  };
}

export function setAccountReady(state: DoubleState, id: string, isReady: boolean): void {
  const account = state.get('account', id);
  Object.assign(account, {
    capabilities: { transfers: isReady ? 'active' : 'inactive' },
    details_submitted: true,
    payouts_enabled: isReady,
    requirements: isReady
      ? { currently_due: [], disabled_reason: null }
      : { currently_due: ['individual.verification.document'], disabled_reason: 'requirements.past_due' },
  });
  state.emit('account.updated', account, id);
}

/** In the smallest unit of the currency. Stripe's minimum differs by country; here it is always the same. */
const MIN_TRANSFER = 100;

export function createTransfer(state: DoubleState, params: Params): StripeObject {
  const account = state.get('account', params['destination']);
  const amount = Number(params['amount']);
  const currency = String(params['currency']);
  if ((account['capabilities'] as { transfers: string }).transfers !== 'active')
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers',
      'insufficient_capabilities_for_transfer',
    );
  if (amount < MIN_TRANSFER) throw invalid('Amount is less than the minimum amount.', 'amount_too_small', 'amount');
  if ((state.available.get(currency) ?? 0) < amount)
    throw invalid('You have insufficient available funds in your Stripe account.', 'balance_insufficient');
  const transfer = state.add({
    id: state.newId('tr'),
    object: 'transfer',
    amount,
    amount_reversed: 0,
    reversed: false,
    currency,
    destination: account.id,
    metadata: params['metadata'] ?? {},
    transfer_group: params['transfer_group'] ?? null,
    created: state.seconds(),
  });
  state.post({ type: 'transfer', amount: -amount, currency, source: transfer.id });
  state.emit('transfer.created', transfer);
  return transfer;
}

export function reverseTransfer(state: DoubleState, id: string): void {
  const transfer = state.get('transfer', id);
  const amount = Number(transfer['amount']);
  const currency = String(transfer['currency']);
  const reversal = state.add({
    id: state.newId('trr'),
    object: 'transfer_reversal',
    amount,
    currency,
    transfer: id,
    created: state.seconds(),
  });
  Object.assign(transfer, { amount_reversed: amount, reversed: true });
  state.post({ type: 'transfer_refund', amount, currency, source: reversal.id });
  state.emit('transfer.reversed', transfer);
}

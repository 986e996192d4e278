import type Stripe from 'stripe';
import { toMinorUnits } from '@contract/base/minor-units';
import { PayoutPostponed, PayoutRefused, type PayoutGateway, type Recipient } from './payout';
import { isRefusedRequest, retried, type StripeAccount } from './stripe-client';

const NOT_THERE = 'Stripe doesn’t pay to accounts in your country from here.';
const GONE = 'Your account at Stripe is closed, or no longer linked to this site.';

/** Errors that a retry would not solve, with messages for the creator. */
const refusals: Readonly<Record<string, string>> = {
  insufficient_capabilities_for_transfer: 'Stripe can’t pay you yet: it needs more information about you.',
  transfers_not_allowed: NOT_THERE,
  account_invalid: GONE,
  amount_too_small: 'Stripe doesn’t send sums this small. Ask for more at once.',
  resource_missing: GONE,
};

/**
 * Stripe Connect. Buyers pay the platform; our ledger records what belongs to whom. A payout is a transfer to the creator's own
 * Stripe account, which pays it on to their bank. docs.stripe.com/connect/separate-charges-and-transfers
 */
export function createStripePayouts(account: StripeAccount): PayoutGateway {
  const { stripe } = account;
  return {
    name: 'stripe',

    createRecipient: (person) => createRecipient(stripe, person),

    async createOnboardingLink(account, { returnUrl, refreshUrl }) {
      const link = await stripe.accountLinks.create(
        { account, return_url: returnUrl, refresh_url: refreshUrl, type: 'account_onboarding' },
        retried,
      );
      return { url: link.url, createdAt: toDate(link.created), expiresAt: toDate(link.expires_at) };
    },

    async readRecipient(recipientId) {
      try {
        return toRecipient(await stripe.accounts.retrieve(recipientId, {}, retried));
      } catch (error) {
        // We can no longer read an account that was disconnected from the platform.
        if (!isRefusedRequest(error) && !isDenied(error)) throw error;
        return { id: recipientId, hasDetails: false, isReady: false, problem: GONE };
      }
    },

    // Searched by group, because Stripe forgets idempotency keys after a day.
    async findTransfer(key) {
      const { data } = await stripe.transfers.list({ transfer_group: key, limit: 1 }, retried);
      return data[0]?.id ?? null;
    },

    transfer: (payout) => transfer(account, payout),

    isReversed: async (transferId) => (await stripe.transfers.retrieve(transferId, {}, retried)).reversed,
  };
}

async function createRecipient(
  stripe: Stripe,
  { performerId, email, country }: Parameters<PayoutGateway['createRecipient']>[0],
): Promise<string> {
  try {
    const { id } = await stripe.accounts.create(
      {
        ...(country !== null && { country }),
        ...(email !== null && { email }),
        capabilities: { transfers: { requested: true } },
        // Corresponds to the former type `express`: Stripe hosts the pages and verifies identities, the platform pays fees and
        // losses. By default under the full service agreement, without which Stripe transfers nothing across borders.
        // docs.stripe.com/connect/cross-border-payouts
        controller: {
          stripe_dashboard: { type: 'express' },
          fees: { payer: 'application' },
          losses: { payments: 'application' },
          requirement_collection: 'stripe',
        },
        metadata: { performer: performerId },
      },
      retried,
    );
    return id;
  } catch (error) {
    const isCountry = isRefusedRequest(error) && (error.code === 'country_unsupported' || error.param === 'country');
    throw isCountry ? new PayoutRefused(NOT_THERE) : error;
  }
}

async function transfer(
  { stripe, currency }: StripeAccount,
  { recipientId, amount, key, attempt }: Parameters<PayoutGateway['transfer']>[0],
): Promise<string> {
  try {
    const { id } = await stripe.transfers.create(
      {
        amount: toMinorUnits(amount, currency),
        currency: currency.code.toLowerCase(),
        destination: recipientId,
        transfer_group: key,
      },
      { idempotencyKey: `${key}:${attempt}`, ...retried },
    );
    return id;
  } catch (error) {
    if (isRefusedRequest(error) && error.code === 'balance_insufficient') throw new PayoutPostponed(error.message);
    const refusal = isRefusedRequest(error) ? refusals[error.code ?? ''] : undefined;
    throw refusal === undefined ? error : new PayoutRefused(refusal);
  }
}

const toDate = (seconds: number): Date => new Date(seconds * 1000);

const isDenied = (error: unknown): boolean => (error as { type?: string }).type === 'StripePermissionError';

function toRecipient(account: Stripe.Account): Recipient {
  const { id, details_submitted: hasDetails, payouts_enabled: isPaid, capabilities, requirements } = account;
  const isReady = capabilities?.transfers === 'active' && isPaid;
  const due = requirements?.currently_due?.length ?? 0;
  return { id, hasDetails, isReady, problem: isReady ? '' : nameProblem(due) };
}

const nameProblem = (due: number): string =>
  due > 0
    ? 'Stripe needs more information about you before it can pay you.'
    : 'Stripe is checking what you told it. This takes up to two days.';

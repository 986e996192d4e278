import type Stripe from 'stripe';
import { PaymentRefused, type AttachedCard, type PaymentGateway } from './payment';
import { isRefusedRequest, retried } from './stripe-client';
import { toRefusal } from './stripe-refusals';

export async function attachCard(
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
    // Stripe attaches a card to the customer once the bank agrees. A card that awaits a challenge is attached here, and its
    // first payment asks for the challenge.
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
    // The name that the holder knows: wallet apps hide the card company.
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

export async function detachCard(stripe: Stripe, token: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(token, {}, retried);
  } catch (error) {
    // The card is unknown, or not attached to a customer.
    if (!isRefusedRequest(error)) throw error;
  }
}

/** The card of a setup that has succeeded; null until it has. */
export async function findConfirmedCard(stripe: Stripe, setupId: string): Promise<string | null> {
  const { status, payment_method: card } = await stripe.setupIntents.retrieve(setupId, {}, retried);
  return status === 'succeeded' ? (typeof card === 'object' ? (card?.id ?? null) : card) : null;
}

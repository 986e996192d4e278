import type { EndpointData } from '@contract/schemas';
import type { PublicEnv } from './env';

/**
 * Receiver of card numbers: the operator's tokenization service, the sandbox of the reference API (which accepts only published
 * test numbers), or Stripe's own fields. `none`: no page asks for a card, and the backend redirects payers to its gateway.
 */
export type CardEntryWay = 'service' | 'sandbox' | 'stripe' | 'none';

type Settings = Partial<Pick<EndpointData<'getSettings'>, 'sandboxParts' | 'stripePublishableKey' | 'paymentGateway'>>;

/** Promises F-7. */
export function getCardEntryWay(settings: Settings, { cardTokenUrl }: Pick<PublicEnv, 'cardTokenUrl'>): CardEntryWay {
  if (cardTokenUrl) return 'service';
  if (settings.sandboxParts?.includes('payment')) return 'sandbox';
  const isStripe = (settings.paymentGateway ?? 'stripe') === 'stripe';
  return isStripe && settings.stripePublishableKey ? 'stripe' : 'none';
}

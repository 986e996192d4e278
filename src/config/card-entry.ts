import type { EndpointData } from '@contract/schemas';
import type { PublicEnv } from './env';

/**
 * Where somebody's card number goes, if anywhere: the tokenization service that the operator named, the sandbox of the
 * reference API (which says of itself that it is one, and takes published test numbers only), or fields that are Stripe's
 * own. `none`: no page asks for a card, and the backend sends payers to its gateway.
 */
export type CardEntryWay = 'service' | 'sandbox' | 'stripe' | 'none';

type Settings = Partial<Pick<EndpointData<'getSettings'>, 'sandboxParts' | 'stripePublishableKey' | 'paymentGateway'>>;

/** The one place that decides it. Promises F-7. */
export function getCardEntryWay(settings: Settings, { cardTokenUrl }: Pick<PublicEnv, 'cardTokenUrl'>): CardEntryWay {
  if (cardTokenUrl) return 'service';
  if (settings.sandboxParts?.includes('payment')) return 'sandbox';
  const isStripe = (settings.paymentGateway ?? 'stripe') === 'stripe';
  return isStripe && settings.stripePublishableKey ? 'stripe' : 'none';
}

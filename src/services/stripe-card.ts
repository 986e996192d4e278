import type { Stripe } from '@stripe/stripe-js';
import { CARD_TOKEN_ERROR_TEXT, type TokenizedCard } from './card-token';

/** Stripe's own card field, so that card details never reach this page. */
export interface StripeCard {
  /** @throws Error with Stripe's text, or with the specification's text if Stripe sends none */
  tokenize(holderName: string): Promise<TokenizedCard>;
  destroy(): void;
}

export interface StripeCardOptions {
  key: string;
  /** Colors and font of the page, which an iframe does not inherit. */
  style: { color: string; fontFamily: string; fontSize: string; placeholder: string };
  onProblem(problem: string | undefined): void;
}

/** Loads Stripe's script. @throws Error if it is blocked or there is no connection */
export async function mountStripeCard(host: HTMLElement, options: StripeCardOptions): Promise<StripeCard> {
  const stripe = await loadStripeJs(options.key);
  const { color, fontFamily, fontSize, placeholder } = options.style;
  const field = stripe
    .elements()
    .create('card', { style: { base: { color, fontFamily, fontSize, '::placeholder': { color: placeholder } } } });
  field.on('change', ({ error }) => options.onProblem(error?.message));
  field.mount(host);
  return {
    async tokenize(name) {
      const { token, error } = await stripe.createToken(field, { name });
      if (!token) throw new Error(error.message ?? CARD_TOKEN_ERROR_TEXT);
      const { card } = token;
      return {
        token: token.id,
        ...(card && { brand: card.brand, last4: card.last4 }),
        month: String(card?.exp_month ?? '').padStart(2, '0'),
        year: String(card?.exp_year ?? ''),
      };
    },
    destroy: () => field.destroy(),
  };
}

/**
 * Opens the bank's confirmation. The payment's outcome comes from the backend. Wire contract 3.12.
 * @returns Stripe's text if the bank refused; undefined if it confirmed, now or before. @throws Error if the outcome is unknown
 */
export async function confirmAtBank(key: string, clientSecret: string): Promise<string | undefined> {
  const stripe = await loadStripeJs(key);
  const { error } = await stripe.confirmCardPayment(clientSecret);
  if (!error || CONFIRMED_STATUSES.has(error.payment_intent?.status)) return undefined;
  if (INCONCLUSIVE_ERROR_TYPES.has(error.type)) throw new Error(error.message);
  return error.message ?? 'Your bank refused the payment.';
}

/** Like `confirmAtBank`, for a card that is saved for later payments. */
export async function confirmCardAtBank(key: string, clientSecret: string): Promise<string | undefined> {
  const stripe = await loadStripeJs(key);
  const { error } = await stripe.confirmCardSetup(clientSecret);
  if (!error || error.setup_intent?.status === 'succeeded') return undefined;
  if (INCONCLUSIVE_ERROR_TYPES.has(error.type)) throw new Error(error.message);
  return error.message ?? 'Your bank refused the card.';
}

/** The bank has already confirmed, before a reload or in another tab. */
const CONFIRMED_STATUSES: ReadonlySet<string | undefined> = new Set(['succeeded', 'processing', 'requires_capture']);
/** Errors that leave the outcome unknown. */
const INCONCLUSIVE_ERROR_TYPES: ReadonlySet<string> = new Set([
  'api_connection_error',
  'api_error',
  'rate_limit_error',
]);

/** @throws Error if Stripe's script is blocked or there is no connection */
export async function loadStripeJs(key: string): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  // Disables Stripe's tracking of visitors: nothing is sent to Stripe before a payment.
  loadStripe.setLoadParameters({ advancedFraudSignals: false });
  const stripe = await loadStripe(key);
  if (!stripe) throw new Error(CARD_TOKEN_ERROR_TEXT);
  return stripe;
}

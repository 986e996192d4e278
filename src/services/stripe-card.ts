import type { Stripe } from '@stripe/stripe-js';
import { CARD_TOKEN_ERROR_TEXT, type TokenizedCard } from './card-token';

/** Where Stripe's own field stands in for ours: what is typed there is never in this page's hands. */
export interface StripeCard {
  /** @throws Error in Stripe's words, or the specification's where it has none. */
  tokenize(holderName: string): Promise<TokenizedCard>;
  destroy(): void;
}

export interface StripeCardOptions {
  key: string;
  /** Colours and font of the page around, which a frame does not inherit. */
  style: { color: string; fontFamily: string; fontSize: string; placeholder: string };
  /** What is wrong with what stands there now; undefined when nothing is. */
  onProblem(problem: string | undefined): void;
}

/**
 * Puts Stripe's card field into the page. Its script is asked for here and nowhere earlier.
 *
 * @throws Error when the script does not come: blocked, or no connection.
 */
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
 * Lets the card's bank ask its question, in a window of Stripe's own. How the payment ended the backend tells.
 *
 * @param clientSecret of the payment, as the backend gave it. Wire contract 3.12.
 * @returns in Stripe's words why the bank refused; undefined once it agreed, now or before.
 * @throws Error when the script does not come, or nobody can say how it ended.
 */
export async function confirmAtBank(key: string, clientSecret: string): Promise<string | undefined> {
  const stripe = await loadStripeJs(key);
  const { error } = await stripe.confirmCardPayment(clientSecret);
  if (!error || CONFIRMED_STATUSES.has(error.payment_intent?.status)) return undefined;
  if (INCONCLUSIVE_ERROR_TYPES.has(error.type)) throw new Error(error.message);
  return error.message ?? 'Your bank refused the payment.';
}

/**
 * The same for a card that is kept for later payments.
 *
 * @param clientSecret of the card, as the backend gave it.
 */
export async function confirmCardAtBank(key: string, clientSecret: string): Promise<string | undefined> {
  const stripe = await loadStripeJs(key);
  const { error } = await stripe.confirmCardSetup(clientSecret);
  if (!error || error.setup_intent?.status === 'succeeded') return undefined;
  if (INCONCLUSIVE_ERROR_TYPES.has(error.type)) throw new Error(error.message);
  return error.message ?? 'Your bank refused the card.';
}

/** What a payment is whose bank was asked before, by a page that was loaded again or another tab. */
const CONFIRMED_STATUSES: ReadonlySet<string | undefined> = new Set(['succeeded', 'processing', 'requires_capture']);
/** Kinds of errors that say nothing of the payment. */
const INCONCLUSIVE_ERROR_TYPES: ReadonlySet<string> = new Set([
  'api_connection_error',
  'api_error',
  'rate_limit_error',
]);

/** @throws Error when the script does not come: blocked, or no connection. */
export async function loadStripeJs(key: string): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  // No look at what else the visitor does: nothing is sent to Stripe before somebody pays.
  loadStripe.setLoadParameters({ advancedFraudSignals: false });
  const stripe = await loadStripe(key);
  if (!stripe) throw new Error(CARD_TOKEN_ERROR_TEXT);
  return stripe;
}

import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js';
import { getSiteCurrency } from '@contract/base/currency';
import { toMinorUnits, toStripeCurrency } from '@contract/base/minor-units';
import { toCents } from '@contract/base/money';
import { CARD_TOKEN_ERROR_TEXT, type TokenizedCard } from './card-token';
import { loadStripeJs } from './stripe-card';

/** Somebody has agreed in their wallet. */
export interface ExpressApproval {
  /** @throws Error in Stripe's words, or the specification's where it has none. */
  tokenize(): Promise<TokenizedCard>;
  /** Lets the wallet, where it is still open, show that it did not work. */
  fail(): void;
}

/** The buttons of Apple Pay and Google Pay, drawn by Stripe. */
export interface ExpressButtons {
  /** @param due as in the options. */
  update(due: number): void;
  destroy(): void;
}

interface ExpressOptions {
  key: string;
  /** The sum that the wallet says is charged, in major units; 0 where a card is only saved. */
  due: number;
  isDark: boolean;
  /** Whether this browser has a wallet with a card in it. */
  onReady(isAvailable: boolean): void;
  /** @returns whether the wallet may open now. */
  onPress(): boolean;
  onApproval(approval: ExpressApproval): void;
}

/**
 * Puts the buttons of the browser's wallets into the page, where it has some. The payment is made by the backend, as of a card that
 * is typed. docs.stripe.com/elements/express-checkout-element
 *
 * @throws Error when Stripe's script does not come: blocked, or no connection.
 */
export async function mountExpressButtons(host: HTMLElement, options: ExpressOptions): Promise<ExpressButtons> {
  const stripe = await loadStripeJs(options.key);
  const elements = stripe.elements({
    ...describePayment(options.due),
    // As the backend takes and keeps them.
    allowedPaymentMethodTypes: ['card'],
    paymentMethodCreation: 'manual',
  });
  const googlePay = options.isDark ? 'white' : 'black';
  const buttons = elements.create('expressCheckout', {
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      link: 'never',
      paypal: 'never',
      amazonPay: 'never',
      klarna: 'never',
    },
    buttonType: { applePay: 'plain', googlePay: 'plain' },
    buttonTheme: { applePay: googlePay, googlePay },
    buttonHeight: BUTTON_HEIGHT,
  });
  buttons.on('ready', ({ availablePaymentMethods: available }: StripeExpressCheckoutElementReadyEvent) =>
    options.onReady(available?.applePay === true || available?.googlePay === true),
  );
  buttons.on('loaderror', () => options.onReady(false));
  buttons.on('click', ({ resolve, reject }) => (options.onPress() ? resolve() : reject()));
  buttons.on('confirm', (event) =>
    options.onApproval({
      tokenize: () => tokenize(stripe, elements, event),
      fail: () => event.paymentFailed({ reason: 'fail' }),
    }),
  );
  buttons.mount(host);
  return {
    update: (due) => void elements.update(describePayment(due)),
    destroy: () => buttons.destroy(),
  };
}

/** Pixels, as our own large buttons. */
const BUTTON_HEIGHT = 52;

/** Stripe shows the amount in the wallet. It knows no payment of nothing: then a card is saved, as with a coupon for all of it. */
function describePayment(due: number) {
  const currency = toStripeCurrency(getSiteCurrency());
  const code = currency.code.toLowerCase();
  if (due === 0) return { mode: 'setup' as const, currency: code };
  const amount = toMinorUnits(toCents(due), currency);
  // Every card is kept for later payments.
  return { mode: 'payment' as const, amount, currency: code, setupFutureUsage: 'off_session' as const };
}

async function tokenize(
  stripe: Stripe,
  elements: StripeElements,
  { billingDetails }: StripeExpressCheckoutElementConfirmEvent,
): Promise<TokenizedCard> {
  const { error: unready } = await elements.submit();
  if (unready) throw new Error(unready.message ?? CARD_TOKEN_ERROR_TEXT);
  const { paymentMethod, error } = await stripe.createPaymentMethod({ elements });
  if (!paymentMethod) throw new Error(error.message ?? CARD_TOKEN_ERROR_TEXT);
  const { id, card, billing_details: billing } = paymentMethod;
  const holderName = billing.name ?? billingDetails?.name;
  return {
    token: id,
    ...(card && { brand: card.brand, last4: card.last4 }),
    month: String(card?.exp_month ?? '').padStart(2, '0'),
    year: String(card?.exp_year ?? ''),
    ...(holderName && { holderName }),
  };
}

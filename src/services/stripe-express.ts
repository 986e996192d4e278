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

export interface ExpressApproval {
  /** @throws Error with Stripe's text, or with the specification's text if Stripe sends none */
  tokenize(): Promise<TokenizedCard>;
  /** Makes Apple Pay or Google Pay, if still open, show a failure. */
  fail(): void;
}

export interface ExpressButtons {
  update(due: number): void;
  destroy(): void;
}

interface ExpressOptions {
  key: string;
  /** Amount that Apple Pay or Google Pay shows, in major units; 0 to only save a card. */
  due: number;
  isDark: boolean;
  /** True if this browser has Apple Pay or Google Pay with a card. */
  onReady(isAvailable: boolean): void;
  onPress(): boolean;
  onApproval(approval: ExpressApproval): void;
}

/**
 * Shows the buttons of Apple Pay and Google Pay. The backend makes the payment, as for a typed card.
 * @throws Error if Stripe's script is blocked or there is no connection. docs.stripe.com/elements/express-checkout-element
 */
export async function mountExpressButtons(host: HTMLElement, options: ExpressOptions): Promise<ExpressButtons> {
  const stripe = await loadStripeJs(options.key);
  const elements = stripe.elements({
    ...describePayment(options.due),
    // The backend charges and saves cards with a payment method created here.
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

const BUTTON_HEIGHT = 52;

/** Stripe has no payments of 0: if a discount covers the whole price, the card is only saved. */
function describePayment(due: number) {
  const currency = toStripeCurrency(getSiteCurrency());
  const code = currency.code.toLowerCase();
  if (due === 0) return { mode: 'setup' as const, currency: code };
  const amount = toMinorUnits(toCents(due), currency);
  // Every card is saved for later payments.
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

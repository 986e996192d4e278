/** Advice by error code, for errors whose own text has none. */
const NEXT_STEPS: Record<string, string> = {
  CARD_DECLINED: 'Try another card, or ask your bank.',
  GATEWAY_FAILED: 'Try again in a moment.',
  NOT_ENOUGH_BALANCE: 'Top up your wallet, then try again.',
  PRICE_CHANGED: 'Check the new price, then try again.',
  CARD_DUPLICATE: 'Choose it from your saved cards.',
  STRIPE_COUNTRY_UNSUPPORTED: 'Choose a bank account or PayPal.',
  ROUTE_NOT_FOUND: 'Reload the page and try again.',
};

export const getNextStep = ({ code }: { code?: string }): string | undefined =>
  code === undefined ? undefined : NEXT_STEPS[code];

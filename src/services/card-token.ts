import { publicEnv } from '@/config/env';

/** What somebody typed of a card. Lives in the form only: never in the store, never in a log. */
export interface CardDetails {
  /** Digits; blanks are left out. */
  number: string;
  /** `08/29` */
  exp: string;
  cvc: string;
}

/** What stands for the card from here on. */
export interface CardToken {
  token: string;
  brand?: string;
  last4?: string;
}

/** With what else is told of the card. */
export interface TokenizedCard extends CardToken {
  /** Two and four digits. */
  month: string;
  year: string;
  holderName?: string;
}

/** Specification 5 and 8. */
export const CARD_TOKEN_ERROR_TEXT = 'Can not tokenize card';
const SERVICE_UNREACHABLE_TEXT =
  'We couldn’t reach the card service, so you were not charged. Check your connection and try again.';

/**
 * Turns a card into a token: at the tokenization service that the operator named, by a GET as the specification has it, or
 * at the sandbox of the reference API, which takes it in a body. No other call ever carries a card number.
 *
 * @throws Error with the specification's text for a reply other than 200; one that says so when none came.
 * Source: specification 5, 7 ("a card tokenization service, GET with card number"); promises F-7.
 */
export async function tokenizeCard(details: CardDetails, way: 'service' | 'sandbox'): Promise<CardToken> {
  let text = CARD_TOKEN_ERROR_TEXT;
  try {
    const found = parseToken(await requestToken({ ...details, number: details.number.replace(/\D/g, '') }, way));
    if (found) return found;
  } catch (error) {
    // The error of the client holds the request, and the request the number: it is dropped here.
    const { isAxiosError } = await import('axios');
    if (isAxiosError(error) && !error.response) text = SERVICE_UNREACHABLE_TEXT;
  }
  throw new Error(text);
}

async function requestToken({ number, exp, cvc }: CardDetails, way: 'service' | 'sandbox'): Promise<unknown> {
  const { default: axios } = await import('axios');
  const { cardTokenUrl, apiEndpoint } = publicEnv();
  const card = { number, exp, cvc };
  const options = { validateStatus: (status: number) => status === 200 };
  if (way === 'sandbox') return (await axios.post<unknown>(`${apiEndpoint}/sandbox/card-token`, card, options)).data;
  if (!cardTokenUrl) throw new Error('no tokenization service is configured');
  return (await axios.get<unknown>(cardTokenUrl, { ...options, params: card })).data;
}

/** The token as it came, or inside the API's envelope. */
function parseToken(body: unknown): CardToken | undefined {
  const { token, data, brand, last4 } = (body ?? {}) as Record<string, unknown>;
  if (typeof token !== 'string') return data ? parseToken(data) : undefined;
  return {
    token,
    ...(typeof brand === 'string' && { brand }),
    ...(typeof last4 === 'string' && { last4 }),
  };
}

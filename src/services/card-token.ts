import { publicEnv } from '@/config/env';

/** Card details as typed. They live in the form only: never in the store, never in a log. */
export interface CardDetails {
  /** May contain blanks. */
  number: string;
  /** `08/29` */
  exp: string;
  cvc: string;
}

/** Stands for the card in all later calls. */
export interface CardToken {
  token: string;
  brand?: string;
  last4?: string;
}

export interface TokenizedCard extends CardToken {
  /** `month` has two digits, `year` four. */
  month: string;
  year: string;
  holderName?: string;
}

/** Specification 5 and 8. */
export const CARD_TOKEN_ERROR_TEXT = 'Can not tokenize card';
const SERVICE_UNREACHABLE_TEXT =
  'We couldn’t reach the card service, so you were not charged. Check your connection and try again.';

/**
 * Exchanges a card for a token: at the operator's tokenization service, by a GET as the specification demands, or at the sandbox
 * of the reference API, by a POST. No other call ever carries a card number.
 * @throws Error with the specification's text for a reply other than 200; with another text if the service is unreachable
 * Source: specification 5, 7 ("a card tokenization service, GET with card number"); promises F-7.
 */
export async function tokenizeCard(details: CardDetails, way: 'service' | 'sandbox'): Promise<CardToken> {
  let text = CARD_TOKEN_ERROR_TEXT;
  try {
    const found = parseToken(await requestToken({ ...details, number: details.number.replace(/\D/g, '') }, way));
    if (found) return found;
  } catch (error) {
    // The axios error holds the request and thus the card number: drop it.
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

/** The token may be inside the API's envelope. */
function parseToken(body: unknown): CardToken | undefined {
  const { token, data, brand, last4 } = (body ?? {}) as Record<string, unknown>;
  if (typeof token !== 'string') return data ? parseToken(data) : undefined;
  return {
    token,
    ...(typeof brand === 'string' && { brand }),
    ...(typeof last4 === 'string' && { last4 }),
  };
}

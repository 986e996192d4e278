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

/** Specification 5 and 8. */
const cardTokenFailed = 'Can not tokenize card';

/**
 * Turns a card into a token at the tokenization service, so that its number never reaches the API.
 *
 * @throws Error with the specification's text for a reply other than 200, and when none came.
 * Source: specification 5, 7 ("a card tokenization service, GET with card number").
 */
export async function tokenizeCard({ number, exp, cvc }: CardDetails): Promise<CardToken> {
  const { cardTokenUrl } = publicEnv();
  try {
    const { default: axios } = await import('axios');
    const reply = await axios.get<unknown>(cardTokenUrl, {
      params: { number: number.replace(/\D/g, ''), exp, cvc },
      validateStatus: (status) => status === 200,
    });
    const found = readToken(reply.data);
    if (found) return found;
  } catch {
    // The error of the client holds the address, and the address the number: it is dropped here.
  }
  throw new Error(cardTokenFailed);
}

/** The token as it came, or inside the API's envelope. */
function readToken(body: unknown): CardToken | undefined {
  const { token, data, brand, last4 } = (body ?? {}) as Record<string, unknown>;
  if (typeof token !== 'string') return data ? readToken(data) : undefined;
  return {
    token,
    ...(typeof brand === 'string' && { brand }),
    ...(typeof last4 === 'string' && { last4 }),
  };
}

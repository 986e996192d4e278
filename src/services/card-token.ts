import { publicEnv } from '@/config/env';

/** Card details as typed. Only the form holds them: they are never in the store or in a log. */
export interface CardDetails {
  number: string;
  /** `08/29` */
  exp: string;
  cvc: string;
}

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
 * Calls the operator's tokenization service by GET, as the specification demands, or the sandbox of the reference API by POST.
 * No other call contains a card number. Specification 5, 7; promises F-7.
 * @throws Error with the specification's text, or with a different one if the service is unreachable
 */
export async function tokenizeCard(details: CardDetails, way: 'service' | 'sandbox'): Promise<CardToken> {
  let text = CARD_TOKEN_ERROR_TEXT;
  try {
    const found = parseToken(await requestToken({ ...details, number: details.number.replace(/\D/g, '') }, way));
    if (found) return found;
  } catch (error) {
    // The axios error contains the request and thus the card number: drop it.
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
  if (!cardTokenUrl) throw new Error('No tokenization service configured: set CARD_TOKEN_URL');
  return (await axios.get<unknown>(cardTokenUrl, { ...options, params: card })).data;
}

function parseToken(body: unknown): CardToken | undefined {
  const { token, data, brand, last4 } = (body ?? {}) as Record<string, unknown>;
  if (typeof token !== 'string') return data ? parseToken(data) : undefined;
  return {
    token,
    ...(typeof brand === 'string' && { brand }),
    ...(typeof last4 === 'string' && { last4 }),
  };
}

import { isLuhnValid } from '@contract/base/luhn';
import { randomBytes } from 'node:crypto';

/** The messages are the reason that the bank gives. */
export interface TestCard {
  code: string;
  brand: string;
  last4: string;
  /** Cannot be saved: the bank declines with this message. */
  attachDecline?: string;
  /** Can be saved, but every charge is declined with this message, after the challenge if the bank asks for one. */
  chargeDecline?: string;
  /** When the bank challenges the holder: at each charge, or until one charge succeeded. */
  asks?: 'always' | 'once';
  refusesRefunds?: boolean;
}

const declined = 'Your card was declined.';

/** Stripe's published test numbers. All other numbers are rejected, so that no real card can be entered here. */
const cardsByNumber: Readonly<Record<string, TestCard>> = {
  '4242424242424242': paid('visa', 'Visa', '4242'),
  '4000056655665556': paid('visaDebit', 'Visa', '5556'),
  '5555555555554444': paid('mastercard', 'Mastercard', '4444'),
  '2223003122003222': paid('mastercardTwo', 'Mastercard', '3222'),
  '5200828282828210': paid('mastercardDebit', 'Mastercard', '8210'),
  '378282246310005': paid('amex', 'American Express', '0005'),
  '6011111111111117': paid('discover', 'Discover', '1117'),
  '3056930009020004': paid('diners', 'Diners Club', '0004'),
  '3566002020360505': paid('jcb', 'JCB', '0505'),
  '6200000000000005': paid('unionpay', 'UnionPay', '0005'),
  '4000000000005126': { ...paid('refundFails', 'Visa', '5126'), refusesRefunds: true },
  '4000000000000002': refused('declined', '0002', declined),
  '4000000000009995': refused('insufficientFunds', '9995', 'Your card has insufficient funds.'),
  '4000000000009987': refused('lostCard', '9987', declined),
  '4000000000009979': refused('stolenCard', '9979', declined),
  '4000000000000069': refused('expiredCard', '0069', 'Your card has expired.'),
  '4000000000000127': refused('incorrectCvc', '0127', "Your card's security code is incorrect."),
  '4000000000000119': refused('processingError', '0119', 'An error occurred while processing your card.'),
  '4000000000000341': { ...paid('declinedLater', 'Visa', '0341'), chargeDecline: declined },
  '4000002500003155': { ...paid('authenticateOnce', 'Visa', '3155'), asks: 'once' },
  '4000002760003184': { ...paid('authenticate', 'Visa', '3184'), asks: 'always' },
  '4000000000003220': { ...paid('authenticateSecure', 'Visa', '3220'), asks: 'always' },
  '4000008260003178': {
    ...paid('authenticateInsufficientFunds', 'Visa', '3178'),
    asks: 'always',
    chargeDecline: 'Your card has insufficient funds.',
  },
};

const cardsByCode = new Map(Object.values(cardsByNumber).map((card) => [card.code, card]));

function paid(code: string, brand: string, last4: string): TestCard {
  return { code, brand, last4 };
}

function refused(code: string, last4: string, attachDecline: string): TestCard {
  return { code, brand: 'Visa', last4, attachDecline };
}

export interface ReadToken {
  card: TestCard;
  /** Absent if the token has no expiry. `endsAt` is the start of the month after the last valid one. */
  expiry?: { month: string; year: string; endsAt: Date };
}

/** `exp` is month and year, such as `08/31`. */
export interface CardDetails {
  number: string;
  exp: string;
  cvc: string;
}

/**
 * Creates a token from card details. It contains the code of the test card and its expiry, so nothing has to be stored.
 *
 * @returns null if the number is no test card, or if the expiry or security code is invalid.
 */
export function tokenizeCard(details: CardDetails, now: Date): { token: string; brand: string; last4: string } | null {
  const number = details.number.replaceAll(/[\s-]/g, '');
  const card = isLuhnValid(number) ? cardsByNumber[number] : undefined;
  const exp = /^(\d{1,2})\s*\/?\s*(?:20)?(\d{2})$/.exec(details.exp.trim());
  const expiry = exp ? readExpiry(`${exp[1]?.padStart(2, '0')}${exp[2]}`) : undefined;
  if (!card || !expiry || expiry.endsAt <= now || !/^\d{3,4}$/.test(details.cvc)) return null;
  const token = `tok_${card.code}_${expiry.month}${expiry.year.slice(2)}_${randomBytes(8).toString('hex')}`;
  return { token, brand: card.brand, last4: card.last4 };
}

/** Reads a token of the sandbox, `tok_…` or `card_…`; null for others. The short form `tok_visa` is for tests and seeds. */
export function readToken(token: string): ReadToken | null {
  const parts = /^(?:tok|card)_([A-Za-z]+)(?:_(\d{4}))?(?:_[0-9a-f]+)?$/.exec(token);
  const card = parts?.[1] === undefined ? undefined : cardsByCode.get(parts[1]);
  if (!card) return null;
  if (parts?.[2] === undefined) return { card };
  const expiry = readExpiry(parts[2]);
  return expiry ? { card, expiry } : null;
}

function readExpiry(text: string): ReadToken['expiry'] {
  const month = Number(text.slice(0, 2));
  if (!(month >= 1 && month <= 12)) return undefined;
  const year = 2000 + Number(text.slice(2));
  return { month: text.slice(0, 2), year: String(year), endsAt: new Date(Date.UTC(year, month, 1)) };
}

import { isLuhnValid } from '@contract/base/luhn';

/** Card networks by number prefix, used only to show the brand and group the digits. The gateway decides. */
const brands: { name: string; begins: RegExp; groups: number[]; cvc: number }[] = [
  { name: 'American Express', begins: /^3[47]/, groups: [4, 6, 5], cvc: 4 },
  { name: 'Diners Club', begins: /^3(0[0-5]|[68])/, groups: [4, 6, 4], cvc: 3 },
  { name: 'JCB', begins: /^35/, groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'Visa', begins: /^4/, groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'Mastercard', begins: /^(5[1-5]|2[2-7])/, groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'Discover', begins: /^6(011|5)/, groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'UnionPay', begins: /^62/, groups: [4, 4, 4, 4], cvc: 3 },
];
const otherBrand = { name: '', groups: [4, 4, 4, 4, 3], cvc: 3 };

const toDigits = (typed: string) => typed.replace(/\D/g, '');
const getBrand = (typed: string) => brands.find(({ begins }) => begins.test(toDigits(typed))) ?? otherBrand;

export const brandName = (typed: string): string => getBrand(typed).name;

/** `4242 4242 4242 4242`: grouped as printed on the card. */
export function groupDigits(typed: string): string {
  const { groups } = getBrand(typed);
  let rest = toDigits(typed);
  const parts: string[] = [];
  for (const size of groups) {
    if (rest === '') break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/** `0829`, `8/29` and `08/2029` become `08/29`. */
export function formatExpiry(typed: string): string {
  const [month = '', year] = typed.split('/').map(toDigits);
  if (year !== undefined && month !== '')
    return `${month.padStart(2, '0').slice(0, 2)}/${year.replace(/^20(?=\d\d)/, '').slice(0, 2)}`;
  const digits = month.length === 1 && Number(month) > 1 ? `0${month}` : month;
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}` : digits;
}

export interface CardFields {
  number: string;
  /** Such as `08/29`. */
  exp: string;
  cvc: string;
  name: string;
}

export type CardProblems = Partial<Record<keyof CardFields, string>>;

export function checkCard({ number, exp, cvc, name }: CardFields, now: Date): CardProblems {
  const problems: CardProblems = {};
  if (toDigits(number) === '') problems.number = 'Enter the card number.';
  else if (!isLuhnValid(toDigits(number))) problems.number = 'Check the card number: a digit seems to be wrong.';
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(exp) ?? [];
  if (!month || Number(month) < 1 || Number(month) > 12) problems.exp = 'Enter month and year, for example 08/29.';
  else if (new Date(2000 + Number(year), Number(month), 1) <= now) problems.exp = 'This card has expired.';
  const length = getBrand(number).cvc;
  if (!new RegExp(`^\\d{${length}}$`).test(cvc)) {
    problems.cvc = length === 4 ? 'Four digits on the front.' : 'Three digits on the back.';
  }
  if (name.trim() === '') problems.name = 'Enter the name as it appears on the card.';
  return problems;
}

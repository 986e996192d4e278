import { getSiteCurrency } from '@contract/base/currency';
import { getCurrencySign } from './format-money';

/**
 * Parses an amount as people write it, with or without the site's currency symbol: `1,200`, `1.234,56`, `$8.50`, `4,5`.
 *
 * A comma or point before exactly three digits separates thousands, even if it is the only one: no amount has three decimals.
 * Any other comma or point separates decimals.
 *
 * @returns major units for `Number`, with at most the currency's decimals: `1234.56`. Empty for an empty text; null for other
 * text, such as `-5`, `1e9` or the unfinished `1,234,5`
 */
export function parseMoney(typed: string): string | null {
  const text = withoutSign(toAscii(typed).trim(), getCurrencySign());
  if (text === '') return '';
  const { whole = '', cents } = (GROUPED_NUMBER.exec(text) ?? PLAIN_NUMBER.exec(text))?.groups ?? {};
  if (whole === '' && !cents) return null;
  // In a currency without decimals, only zeros may follow the point.
  if (getSiteCurrency().exponent === 0) return /[1-9]/.test(cents ?? '') ? null : whole.replace(/\D/g, '') || '0';
  return (whole.replace(/\D/g, '') || '0') + (cents ? `.${cents}` : '');
}

function withoutSign(text: string, sign: string): string {
  if (text.startsWith(sign)) return text.slice(sign.length).trimStart();
  return text.endsWith(sign) ? text.slice(0, -sign.length).trimEnd() : text;
}

const GROUPED_NUMBER =
  /^(?<whole>[1-9]\d{0,2}(?<mark>[.,' ])\d{3}(?:\k<mark>\d{3})*)(?:(?!\k<mark>)[.,](?<cents>\d{0,2}))?$/;
const PLAIN_NUMBER = /^(?<whole>\d*)(?:[.,](?<cents>\d{0,2}))?$/;

/** Code points of the digit zero: Arabic, Persian, Devanagari, fullwidth. */
const ZERO_CODE_POINTS = [0x660, 0x6f0, 0x966, 0xff10];

const toAscii = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZERO_CODE_POINTS.findLast((zero) => zero <= code) ?? code));
    })
    .replace(/[，٬،]/g, ',')
    .replace(/[．٫]/g, '.')
    .replace(/[’＇]/g, "'")
    .replace(/[＄]/g, '$')
    .replace(/[￥]/g, '¥')
    .replace(/\s/g, ' ');

import { getSiteCurrency } from '@contract/base/currency';
import { getCurrencySign } from './format-money';

/**
 * Reads a sum as people write it, with or without the sign of the site's currency: `1,200`, `1.234,56`, `$8.50`, `4,5`.
 *
 * A sign with exactly three digits behind it parts thousands, also where it stands alone: money has no third decimal. Else
 * a comma and a point are both decimal signs.
 *
 * @returns major units as `Number` takes them, with the decimals of the currency at most: `1234.56`. Empty for nothing; null for what is no sum,
 *   such as `-5` or `1e9`, and for one that is not finished, as `1,234,5`.
 */
export function parseMoney(typed: string): string | null {
  const text = withoutSign(toAscii(typed).trim(), getCurrencySign());
  if (text === '') return '';
  const { whole = '', cents } = (GROUPED_NUMBER.exec(text) ?? PLAIN_NUMBER.exec(text))?.groups ?? {};
  if (whole === '' && !cents) return null;
  // Where there are no smaller coins, only zeros can stand behind the point.
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

/** Code point of the zero: Arabic, Persian, Devanagari, fullwidth. */
const ZERO_CODE_POINTS = [0x660, 0x6f0, 0x966, 0xff10];

/** Digits and signs of other keyboards as the plain ones. */
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

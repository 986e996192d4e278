/** A money of the world. Ledger and contract count hundredths of its unit, whatever its own smallest coin is. */
export interface Currency {
  /** ISO 4217, in capitals. */
  code: string;
  /** Digits behind the point: 2 of USD, 0 of JPY. */
  exponent: number;
}

/** Digits behind the point in the ledger. */
export const HUNDREDTHS = 2;

/** @throws RangeError when there is no such currency, or its coins are parts of a hundredth, which the ledger cannot hold. */
export function readCurrency(code: string): Currency {
  const upper = code.toUpperCase();
  if (!Intl.supportedValuesOf('currency').includes(upper)) throw new RangeError(`there is no currency ${code}`);
  const { maximumFractionDigits: exponent = HUNDREDTHS } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: upper,
  }).resolvedOptions();
  if (exponent > HUNDREDTHS) {
    throw new RangeError(`${upper} has coins of ${exponent} decimals, and the books of a site hold two`);
  }
  return { code: upper, exponent };
}

export const defaultCurrency: Currency = { code: 'USD', exponent: 2 };

/**
 * Shared by all that a process does, which is safe because a process serves one site: an API has one database, and a web server
 * one API. Each request finds the value that the one before it has set.
 */
let siteCurrency = defaultCurrency;

/** Called once a process knows it: by an API at its start, on the web whenever settings arrive. */
export function setSiteCurrency(currency: Currency): void {
  siteCurrency = currency;
}

export const getSiteCurrency = (): Currency => siteCurrency;

/** Hundredths in the smallest coin of the site: 1 where it counts cents, 100 in yen. */
export const getCoin = (): number => 10 ** (HUNDREDTHS - siteCurrency.exponent);

/** In words, within a sentence: `US dollars`. */
export function nameCurrency({ code } = siteCurrency): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? code;
}

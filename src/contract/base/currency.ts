/** A site's currency. The ledger always counts hundredths of its unit, even if the smallest coin is larger, as in yen. */
export interface Currency {
  /** ISO 4217, upper case. */
  code: string;
  /** Decimal digits: 2 for USD, 0 for JPY. */
  exponent: number;
}

/** Decimal digits that the ledger stores. */
export const HUNDREDTHS = 2;

/** @throws RangeError for an unknown currency, or one with coins below a hundredth, which the ledger cannot hold. */
export function readCurrency(code: string): Currency {
  const upper = code.toUpperCase();
  if (!Intl.supportedValuesOf('currency').includes(upper)) throw new RangeError(`there is no currency ${code}`);
  const { maximumFractionDigits: exponent = HUNDREDTHS } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: upper,
  }).resolvedOptions();
  if (exponent > HUNDREDTHS) {
    throw new RangeError(`${upper} has ${exponent} decimals, but the ledger holds ${HUNDREDTHS}`);
  }
  return { code: upper, exponent };
}

export const defaultCurrency: Currency = { code: 'USD', exponent: 2 };

/** Global to the process. This is safe because a process serves one site: an API has one database, and a web server one API. */
let siteCurrency = defaultCurrency;

/** Called as soon as the currency is known: by the API at startup, on the web whenever settings arrive. */
export function setSiteCurrency(currency: Currency): void {
  siteCurrency = currency;
}

export const getSiteCurrency = (): Currency => siteCurrency;

/** Hundredths in the site's smallest coin: 1 for cents, 100 for yen. */
export const getCoin = (): number => 10 ** (HUNDREDTHS - siteCurrency.exponent);

/** The name for use in a sentence: `US dollars`. */
export function nameCurrency({ code } = siteCurrency): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'name' });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? code;
}

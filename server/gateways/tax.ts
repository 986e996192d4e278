import salesTax from 'sales-tax';

/** Where a buyer is taxed. `country` has two letters; `region` is a state by its code, with or without the country's. */
export interface TaxLocation {
  country: string;
  region?: string;
}

/** Knows what share of a sale the state takes. */
export interface TaxGateway {
  /** @returns a fraction 0..1; 0 where nothing is known of the place. */
  readRate(location: TaxLocation): Promise<number>;
}

/** The rate table of the package `sales-tax`: standard VAT, GST and state sales tax, without any network. */
export function createOfflineTax(): TaxGateway {
  return {
    async readRate({ country, region }) {
      const code = country.toUpperCase();
      const state = region?.toUpperCase().replace(`${code}-`, '');
      const known = state !== undefined && salesTax.hasStateSalesTax(code, state) ? state : null;
      if (known === null && !salesTax.hasSalesTax(code)) return 0;
      const { rate } = await salesTax.getSalesTax(code, known);
      return rate;
    },
  };
}

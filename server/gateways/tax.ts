import type { Cents } from '@contract/base/money';
import salesTax from 'sales-tax';

/** Where a buyer is taxed. `country` has two letters; `region` is a state by its code, with or without the country's. */
export interface TaxLocation {
  country: string;
  region?: string;
  /** Without the rest of an address only in the US, where rates differ by it. */
  postalCode?: string;
  city?: string;
  line1?: string;
  /** Goods are sent there; else it is the payer's own address. */
  isDelivery?: true;
}

/** The gateway does not find an address, so that it cannot say what is due there. */
export class TaxAddressRefused extends Error {
  override readonly name = 'TaxAddressRefused';
}

/** Keeps a record of sales for the operator's tax returns. The same key is one report. */
export interface TaxReports {
  /** @param sale.total tax included. @returns the gateway's id; null for a place that it cannot tax */
  reportSale(sale: { key: string; total: Cents; location: TaxLocation; at: Date }): Promise<string | null>;
  /** @param refund.saleId the gateway's id of the sale. @param refund.total tax included. @returns the gateway's id */
  reportRefund(refund: { key: string; saleId: string; total: Cents }): Promise<string>;
}

/** Knows what share of a sale the state takes. */
export interface TaxGateway {
  /** Whether its rates depend on whole addresses; else it is told country, region and postal code, and of goods the country. */
  readonly takesAddress: boolean;
  /** @returns a fraction 0..1; 0 where nothing is known of the place. @throws TaxAddressRefused for a whole address */
  readRate(location: TaxLocation): Promise<number>;
  /** Null where nothing is reported. */
  readonly reports: TaxReports | null;
}

/** The rate table of the package `sales-tax`: standard VAT, GST and state sales tax, without any network. */
export function createOfflineTax(): TaxGateway {
  return {
    takesAddress: false,
    reports: null,
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

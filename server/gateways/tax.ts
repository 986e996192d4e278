import type { Cents } from '@contract/base/money';
import salesTax from 'sales-tax';

/** Where a buyer is taxed. `country` has two letters; `region` is a state code, with or without the country code. */
export interface TaxLocation {
  country: string;
  region?: string;
  /** Given without the rest of the address only in the US, where rates depend on it. */
  postalCode?: string;
  city?: string;
  line1?: string;
  /** Goods are shipped to this address. Otherwise it is the payer's address. */
  isDelivery?: true;
}

/** The gateway does not find the address, so the tax is unknown. */
export class TaxAddressRefused extends Error {
  override readonly name = 'TaxAddressRefused';
}

/** Records sales for the operator's tax returns, once per key. */
export interface TaxReports {
  /** @param sale.total including tax. @returns the gateway's id of the sale; null for a place that the gateway cannot tax. */
  reportSale(sale: { key: string; total: Cents; location: TaxLocation; at: Date }): Promise<string | null>;
  /** @param refund.saleId the gateway's id of the sale. @param refund.total including tax. @returns the refund's id. */
  reportRefund(refund: { key: string; saleId: string; total: Cents }): Promise<string>;
}

export interface TaxGateway {
  /**
   * Whether rates depend on full addresses. Otherwise only country, region and postal code are passed, for goods only the
   * country.
   */
  readonly takesAddress: boolean;
  /** @returns a fraction 0..1; 0 for an unknown place. @throws TaxAddressRefused for a full address that it does not find. */
  readRate(location: TaxLocation): Promise<number>;
  /** Null if nothing is reported. */
  readonly reports: TaxReports | null;
}

/** The rate table of the package `sales-tax`: standard VAT, GST and state sales tax, without network access. */
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

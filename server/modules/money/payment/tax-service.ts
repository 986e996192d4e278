import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents, toCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { TaxLocation } from '../../../gateways/tax';
import { AppError } from '../../../errors';
import type { AddressService } from '../../site/address/address-service';
import { quote } from './pricing';

type Address = EndpointPart<'validateTaxAddress', 'body'>;
export type TaxService = ReturnType<typeof createTaxService>;

/**
 * Tax on money that comes in by card: subscriptions and top-ups. Wallet money was taxed when it was put in, so what it
 * buys, shop products included, carries none.
 */
export function createTaxService(
  { gateways }: Pick<ServerContext, 'gateways'>,
  { address: addresses }: { address: Pick<AddressService, 'inspect'> },
) {
  async function readRate(location: TaxLocation | null): Promise<number> {
    if (!location) return 0;
    try {
      return await gateways.tax.readRate(location);
    } catch (error) {
      throw new AppError('GATEWAY_FAILED', { message: 'Tax could not be worked out just now.', details: error });
    }
  }

  return {
    /** A fraction 0..1; 0 when the buyer's place is unknown. @throws AppError GATEWAY_FAILED */
    readRate,

    /** Says what is wrong with an address, and how it is usually written. */
    async validate(address: Address): Promise<EndpointReply<'validateTaxAddress'>> {
      const country = address.country.toUpperCase();
      const { postalCode, messages } = await addresses.inspect({ ...address, country });
      return { valid: messages.length === 0, address: { ...address, country, postalCode }, messages };
    },

    /** @param country of the caller, for a call without an address. */
    async calculate(
      { amount, type = 'subscription', address }: EndpointPart<'calculateTax', 'body'>,
      country: string | null,
    ): Promise<EndpointReply<'calculateTax'>> {
      const location = type === 'product' ? null : locate(address, country);
      const rate = await readRate(location);
      const { tax, total } = quote({ original: toCents(amount), off: 0, taxRate: rate });
      return { amount, taxAmount: fromCents(tax), totalAmount: fromCents(total), rate };
    },
  };
}

/** Place where a buyer is taxed: the address they gave, else the country of the call. */
export function locate(address: Address | undefined, country: string | null): TaxLocation | null {
  if (address) {
    const { region, postalCode } = address;
    const country = address.country.toUpperCase();
    return { country, region, ...(country === 'US' && { postalCode }) };
  }
  return country === null ? null : { country };
}

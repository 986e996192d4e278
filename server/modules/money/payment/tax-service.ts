import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents, toCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { TaxAddressRefused, type TaxLocation } from '../../../gateways/tax';
import { AppError } from '../../../errors';
import type { AddressService } from '../../site/address/address-service';
import { quote } from './pricing';

type Address = EndpointPart<'validateTaxAddress', 'body'>;
export type TaxService = ReturnType<typeof createTaxService>;

/** The delivery address takes precedence over the buyer's own, and both over the country that the request came from. */
interface BuyerPlace {
  address?: Address | undefined;
  delivery?: TaxLocation | null;
  country: string | null;
}

/** Tax on card payments. Purchases from the wallet are not taxed, since the money was taxed when it was added. */
export function createTaxService(
  { gateways }: Pick<ServerContext, 'gateways'>,
  { address: addresses }: { address: Pick<AddressService, 'inspect'> },
) {
  async function readRate(location: TaxLocation | null): Promise<number> {
    if (!location) return 0;
    try {
      return await gateways.tax.readRate(location);
    } catch (error) {
      if (error instanceof TaxAddressRefused) throw toAddressError(location, error);
      throw new AppError('GATEWAY_FAILED', { message: 'Tax could not be worked out just now.', details: error });
    }
  }

  /** Where a buyer is taxed, as precisely as the gateway accepts; null if nothing is known. */
  function locate({ address, delivery, country }: BuyerPlace): TaxLocation | null {
    const { takesAddress } = gateways.tax;
    if (delivery) return takesAddress ? delivery : { country: delivery.country };
    if (!address) return country === null ? null : { country };
    const { region, postalCode, city, line1 } = address;
    const location = { country: address.country.toUpperCase(), region, postalCode, city, line1 };
    return takesAddress ? location : toTaxArea(location);
  }

  return {
    /** @returns 0..1; 0 if the place is unknown. @throws AppError GATEWAY_FAILED, VALIDATION_FAILED for a wrong address */
    readRate,

    locate,

    async validate(address: Address): Promise<EndpointReply<'validateTaxAddress'>> {
      const country = address.country.toUpperCase();
      const { postalCode, messages } = await addresses.inspect({ ...address, country });
      return { valid: messages.length === 0, address: { ...address, country, postalCode }, messages };
    },

    /** @param country where the request came from; used if it has no address */
    async calculate(
      { amount, type = 'subscription', address }: EndpointPart<'calculateTax', 'body'>,
      country: string | null,
    ): Promise<EndpointReply<'calculateTax'>> {
      const location = type === 'product' ? null : locate({ address, country });
      const rate = await readRate(location);
      const { tax, total } = quote({ original: toCents(amount), off: 0, taxRate: rate });
      return { amount, taxAmount: fromCents(tax), totalAmount: fromCents(total), rate };
    },
  };
}

/** The part of an address that is kept for renewals, and with a sale once the sale has been reported. */
export function toTaxArea({ country, region, postalCode }: TaxLocation): TaxLocation {
  return {
    country,
    ...(region !== undefined && { region }),
    ...(country === 'US' && postalCode !== undefined && { postalCode }),
  };
}

const toAddressError = ({ isDelivery }: TaxLocation, details: Error): AppError =>
  new AppError('VALIDATION_FAILED', {
    details,
    extra: { message: [`${isDelivery ? 'deliveryAddressId' : 'address'}: ${WRONG_ADDRESS}`] },
  });

const WRONG_ADDRESS =
  'We can’t find this address to work out its tax. Check street, city, state and postal code, or choose another one.';

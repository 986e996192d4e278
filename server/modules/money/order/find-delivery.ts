import type { Delivery } from '../../../db/schema/orders';
import type { TaxLocation } from '../../../gateways/tax';
import type { AddressService } from '../../site/address/address-service';

export interface DeliveryPlace {
  delivery: Delivery;
  /** Null without a delivery address. */
  taxedAt: TaxLocation | null;
}

/** @returns null for an address that is not the buyer's */
export async function findDelivery(
  { address }: { address: Pick<AddressService, 'findWritten'> },
  buyerId: string,
  body: { deliveryAddressId?: string | null; phoneNumber?: string | null; userNote?: string | null },
): Promise<DeliveryPlace | null> {
  const { deliveryAddressId: id, phoneNumber, userNote } = body;
  const written = id ? await address.findWritten(buyerId, id) : null;
  if (id && !written) return null;
  const delivery = {
    addressId: written?.row.id ?? null,
    address: written?.text ?? '',
    postalCode: written?.row.zipCode ?? '',
    country: written?.row.countryCode ?? null,
    phoneNumber: phoneNumber ?? '',
    userNote: userNote ?? '',
  };
  return { delivery, taxedAt: written && { ...written.place, isDelivery: true } };
}

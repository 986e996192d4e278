import { bind, type Binding } from '../../../http/register-endpoint';
import type { AddressService } from './address-service';

export const addressBindings = (address: AddressService): Binding[] => [
  bind('createAddress', ({ actor, body }) => address.create(actor, body)),
  bind('updateAddress', ({ actor, params, body }) => address.update(actor, params.id, body)),
  bind('listAddresses', ({ actor, query }) => address.list(actor, query)),
  bind('deleteAddress', ({ actor, params }) => address.remove(actor, params.id)),
  bind('getAddressForm', ({ params }) => address.readForm(params.country)),
];

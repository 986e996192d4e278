import { defineRoutes } from '../base/define';

/**
 * Delivery addresses. `getAddressForm` has the fields that a country uses, their labels and which are required. Compatible
 * backends lack this call and require all fields but `district`, `ward` and `description`.
 */
export const addressRoutes = defineRoutes({
  createAddress: { method: 'POST', path: '/addresses/create', access: 'signedIn', acceptsForm: true },
  updateAddress: {
    method: 'PUT',
    path: '/addresses/:id',
    access: 'signedIn',
    acceptsForm: true,
    aliases: ['POST /addresses/:id', 'PUT /addresses/:id/update'],
    revised: true,
  },
  listAddresses: { method: 'GET', path: '/addresses/search', access: 'signedIn' },
  deleteAddress: { method: 'DELETE', path: '/addresses/:id', access: 'signedIn' },
  getAddressForm: {
    method: 'GET',
    path: '/addresses/forms/:country',
    access: 'public',
    maxAge: 86400,
    extension: true,
  },
});

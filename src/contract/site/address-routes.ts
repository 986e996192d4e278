import { defineRoutes } from '../base/define';

/**
 * Delivery addresses. Which of their fields a country uses, needs and how it calls them: `getAddressForm`. A backend of
 * the family has no such call; there every field but `district`, `ward` and `description` is needed everywhere.
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
  /** Ours. */
  getAddressForm: {
    method: 'GET',
    path: '/addresses/forms/:country',
    access: 'public',
    maxAge: 86400,
    extension: true,
  },
});

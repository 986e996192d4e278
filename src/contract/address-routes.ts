import { defineRoutes } from './define';

export const addressRoutes = defineRoutes({
  createAddress: { method: 'POST', path: '/addresses/create', access: 'signedIn' },
  updateAddress: {
    method: 'PUT',
    path: '/addresses/:id',
    access: 'signedIn',
    acceptsForm: true,
    aliases: ['POST /addresses/:id', 'PUT /addresses/:id/update'],
  },
  listAddresses: { method: 'GET', path: '/addresses/search', access: 'signedIn' },
  deleteAddress: { method: 'DELETE', path: '/addresses/:id', access: 'signedIn' },
});

import { defineRoutes } from '../base/define';

export const productRoutes = defineRoutes({
  createProduct: { method: 'POST', path: '/performer/performer-assets/products', access: 'performer', upload: true },
  searchPerformerProducts: { method: 'GET', path: '/performer/performer-assets/products/search', access: 'performer' },
  getPerformerProduct: { method: 'GET', path: '/performer/performer-assets/products/:id/view', access: 'performer' },
  /** The alias is for compatible clients, whose upload helper sends POST. */
  updateProduct: {
    method: 'PUT',
    path: '/performer/performer-assets/products/:id',
    access: 'performer',
    upload: true,
    aliases: ['POST /performer/performer-assets/products/:id'],
    revised: true,
  },
  deleteProduct: { method: 'DELETE', path: '/performer/performer-assets/products/:id', access: 'performer' },
  searchProducts: { method: 'GET', path: '/performer-assets/products/search', access: 'optional' },
  getProduct: { method: 'GET', path: '/performer-assets/products/:id', access: 'optional' },
  getProductDownloadLink: { method: 'GET', path: '/performer-assets/products/:id/download-link', access: 'signedIn' },
});

import { defineRoutes } from './define';

export const referenceRoutes = defineRoutes({
  listCountries: { method: 'GET', path: '/countries/list', access: 'public' },
  listStates: { method: 'GET', path: '/states/:country', access: 'public' },
  listCities: { method: 'GET', path: '/cities/:country/:state', access: 'public' },
  listLanguages: { method: 'GET', path: '/languages/list', access: 'public' },
  listPhoneCodes: { method: 'GET', path: '/phone-codes/list', access: 'public' },
  getProfileOptions: { method: 'GET', path: '/user-additional', access: 'public' },
  /** Ours: the family has no call for what `categoryIds` may hold. */
  listCategories: { method: 'GET', path: '/categories/list', access: 'public' },
  verifyCaptcha: { method: 'POST', path: '/re-captcha/verify', access: 'public' },
  getFileStatus: { method: 'GET', path: '/files/:id/status', access: 'optional' },
  listBanners: { method: 'GET', path: '/site-promo/search', access: 'public' },
});

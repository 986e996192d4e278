import { defineRoutes } from '../base/define';

export const referenceRoutes = defineRoutes({
  listCountries: { method: 'GET', path: '/countries/list', access: 'public', maxAge: 86400 },
  /** Our extension: the second list of the specification, with capital, region, currency and language. */
  listCountryDetails: { method: 'GET', path: '/countries/details', access: 'public', maxAge: 86400, extension: true },
  findCountryByAlpha3: {
    method: 'GET',
    path: '/countries/alpha3/:code',
    access: 'public',
    maxAge: 86400,
    extension: true,
  },
  /** Our extension: subdivisions with code and kind; `listStates` only has their names. */
  listSubdivisions: {
    method: 'GET',
    path: '/countries/:country/subdivisions',
    access: 'public',
    maxAge: 86400,
    extension: true,
  },
  listStates: { method: 'GET', path: '/states/:country', access: 'public', maxAge: 86400 },
  listCities: { method: 'GET', path: '/cities/:country/:state', access: 'public', maxAge: 86400 },
  listLanguages: { method: 'GET', path: '/languages/list', access: 'public', maxAge: 86400 },
  listPhoneCodes: { method: 'GET', path: '/phone-codes/list', access: 'public', maxAge: 86400 },
  getProfileOptions: { method: 'GET', path: '/user-additional', access: 'public', maxAge: 60 },
  /** Our extension: values of `categoryIds`, for which compatible backends have no call. */
  listCategories: { method: 'GET', path: '/categories/list', access: 'public', maxAge: 60, extension: true },
  createCaptchaChallenge: { method: 'GET', path: '/captcha/challenge', access: 'public', extension: true },
  verifyCaptcha: { method: 'POST', path: '/re-captcha/verify', access: 'public' },
  locateCaller: { method: 'GET', path: '/geo/ip', access: 'public', extension: true },
  locatePoint: { method: 'GET', path: '/geo/reverse', access: 'public', extension: true },
  getFileStatus: { method: 'GET', path: '/files/:id/status', access: 'optional' },
  retryFile: { method: 'POST', path: '/files/:id/retry', access: 'signedIn', extension: true },
  setFileCaptions: { method: 'PUT', path: '/files/:id/captions', access: 'performer', extension: true },
  deleteFileCaptions: { method: 'DELETE', path: '/files/:id/captions', access: 'performer', extension: true },
  listBanners: { method: 'GET', path: '/site-promo/search', access: 'public' },
});

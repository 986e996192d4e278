import { defineRoutes } from '../base/define';

export const referenceRoutes = defineRoutes({
  listCountries: { method: 'GET', path: '/countries/list', access: 'public', maxAge: 86400 },
  /** Ours: the second list of the specification, with capital, region, currency and language. */
  listCountryDetails: { method: 'GET', path: '/countries/details', access: 'public', maxAge: 86400, extension: true },
  /** Ours: three letters to two. */
  findCountryByAlpha3: {
    method: 'GET',
    path: '/countries/alpha3/:code',
    access: 'public',
    maxAge: 86400,
    extension: true,
  },
  /** Ours: the parts of a country with code and kind; `listStates` has only their names. */
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
  /** Ours: the family has no call for what `categoryIds` may hold. */
  listCategories: { method: 'GET', path: '/categories/list', access: 'public', maxAge: 60, extension: true },
  /** Ours: the puzzle of the self-hosted check. */
  createCaptchaChallenge: { method: 'GET', path: '/captcha/challenge', access: 'public', extension: true },
  verifyCaptcha: { method: 'POST', path: '/re-captcha/verify', access: 'public' },
  /** Ours: about where the caller is, by address. */
  locateCaller: { method: 'GET', path: '/geo/ip', access: 'public', extension: true },
  /** Ours: what is at these coordinates. */
  locatePoint: { method: 'GET', path: '/geo/reverse', access: 'public', extension: true },
  getFileStatus: { method: 'GET', path: '/files/:id/status', access: 'optional' },
  /** Ours: the words of an own film, for people who do not hear it. */
  retryFile: { method: 'POST', path: '/files/:id/retry', access: 'signedIn', extension: true },
  setFileCaptions: { method: 'PUT', path: '/files/:id/captions', access: 'performer', extension: true },
  /** Ours. */
  deleteFileCaptions: { method: 'DELETE', path: '/files/:id/captions', access: 'performer', extension: true },
  listBanners: { method: 'GET', path: '/site-promo/search', access: 'public' },
});

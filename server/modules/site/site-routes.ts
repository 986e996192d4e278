import { bind, type Binding } from '../../http/register-endpoint';
import type { SiteServices } from './site-services';

export const siteBindings = ({ settings, page, reference, captcha, geo, address, media }: SiteServices): Binding[] => [
  bind('getSettings', () => settings.readPublic()),
  bind('getSettingValues', (call) => settings.readValues(call.body.keys)),

  bind('listPosts', ({ query }) => page.list(query)),
  bind('getPost', ({ params }) => page.get(params.id)),

  bind('listCountries', () => reference.listCountries()),
  bind('listCountryDetails', () => reference.listCountryDetails()),
  bind('findCountryByAlpha3', ({ params }) => reference.findCountryByAlpha3(params.code)),
  bind('listSubdivisions', ({ params }) => reference.listSubdivisions(params.country)),
  bind('listStates', ({ params }) => reference.listStates(params.country)),
  bind('listCities', ({ params }) => reference.listCities(params.country, params.state)),
  bind('listLanguages', () => reference.listLanguages()),
  bind('listPhoneCodes', () => reference.listPhoneCodes()),
  bind('listCategories', () => reference.listCategories()),
  bind('getProfileOptions', () => reference.readProfileOptions()),
  bind('createCaptchaChallenge', () => captcha.createChallenge()),
  bind('verifyCaptcha', ({ body, ip }) => captcha.verify(body.token, ip)),
  bind('locateCaller', ({ ip, country }) => geo.locateCaller(ip, country)),
  bind('locatePoint', ({ query, country }) => geo.locatePoint(query, country)),
  bind('listBanners', ({ query }) => reference.listBanners(query)),
  bind('sendContactMessage', ({ body }) => reference.contact(body)),

  bind('createAddress', ({ actor, body }) => address.create(actor, body)),
  bind('updateAddress', ({ actor, params, body, revision }) => address.update(actor, params.id, body, revision)),
  bind('listAddresses', ({ actor, query }) => address.list(actor, query)),
  bind('deleteAddress', ({ actor, params }) => address.remove(actor, params.id)),
  bind('getAddressForm', ({ params }) => address.readForm(params.country)),

  bind('getFileStatus', ({ params, actor, country }) => media.status(params.id, actor, country)),
  bind('retryFile', async ({ params, actor }) =>
    media.present(await media.retry(params.id, actor.id), { viewer: actor, open: true }),
  ),
  bind('setFileCaptions', async ({ params, actor, body }) =>
    media.present(await media.setCaptions(actor, params.id, body), { viewer: actor, open: true }),
  ),
  bind('deleteFileCaptions', async ({ params, actor }) =>
    media.present(await media.deleteCaptions(actor, params.id), { viewer: actor, open: true }),
  ),
];

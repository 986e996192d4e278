import { bind, type Binding } from '../../http/register-endpoint';
import type { Services } from '../index';

/** Which service answers the calls about the site, its reference data and files. */
export const siteBindings = (services: Services): Binding[] => [
  ...bindSettings(services),
  ...bindPage(services),
  ...bindReference(services),
  ...bindAddress(services),
  ...bindMedia(services),
];

const bindSettings = ({ settings }: Services): Binding[] => [
  bind('getSettings', () => settings.readPublic()),
  bind('getSettingValues', (call) => settings.readValues(call.body.keys)),
];

const bindPage = ({ page }: Services): Binding[] => [
  bind('listPosts', ({ query }) => page.list(query)),
  bind('getPost', ({ params }) => page.get(params.id)),
];

const bindReference = ({ reference, captcha, geo }: Services): Binding[] => [
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
];

const bindAddress = ({ address }: Services): Binding[] => [
  bind('createAddress', ({ actor, body }) => address.create(actor, body)),
  bind('updateAddress', ({ actor, params, body }) => address.update(actor, params.id, body)),
  bind('listAddresses', ({ actor, query }) => address.list(actor, query)),
  bind('deleteAddress', ({ actor, params }) => address.remove(actor, params.id)),
  bind('getAddressForm', ({ params }) => address.readForm(params.country)),
];

const bindMedia = ({ media }: Services): Binding[] => [
  bind('getFileStatus', ({ params, actor, country }) => media.status(params.id, actor, country)),
  bind('setFileCaptions', async ({ params, actor, body }) =>
    media.present(await media.setCaptions(actor, params.id, body), { viewer: actor, open: true }),
  ),
  bind('deleteFileCaptions', async ({ params, actor }) =>
    media.present(await media.deleteCaptions(actor, params.id), { viewer: actor, open: true }),
  ),
];

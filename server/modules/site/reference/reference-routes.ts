import { bind, type Binding } from '../../../http/register-endpoint';
import type { CaptchaService } from './captcha-service';
import type { GeoService } from './geo-service';
import type { ReferenceService } from './reference-service';

export const referenceBindings = ({
  reference,
  captcha,
  geo,
}: {
  reference: ReferenceService;
  captcha: CaptchaService;
  geo: GeoService;
}): Binding[] => [
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

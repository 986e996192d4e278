import { bind, type Binding } from '../../http/register-endpoint';
import type { ReferenceService } from './reference-service';

export const referenceBindings = (reference: ReferenceService): Binding[] => [
  bind('listCountries', () => reference.listCountries()),
  bind('listStates', ({ params }) => reference.listStates(params.country)),
  bind('listCities', () => reference.listCities()),
  bind('listLanguages', () => reference.listLanguages()),
  bind('listPhoneCodes', () => reference.listPhoneCodes()),
  bind('listCategories', () => reference.listCategories()),
  bind('getProfileOptions', () => reference.readProfileOptions()),
  bind('verifyCaptcha', () => reference.verifyCaptcha()),
  bind('listBanners', ({ query }) => reference.listBanners(query)),
  bind('sendContactMessage', ({ body }) => reference.contact(body)),
];

import type { Operator } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { recordAct } from '../../../operator-log/record-act';
import { asc } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import type { Db } from '../../../db/client';
import { categories } from '../../../db/schema/site';
import { requireFound } from '../../../errors';
import type { MediaService } from '../media/media-service';
import type { SettingsService } from '../settings/settings-service';
import { addBanner, listAllBanners, listBanners, removeBanner } from './banners';
import { createCityList } from './cities';
import {
  ALPHA3_TO_ALPHA2,
  countries,
  countryDetails,
  findCountry,
  languages,
  listStateNames,
  listSubdivisions,
  phoneCodes,
} from './places';
import { profileOptions } from './profile-options';
import { sendContactMessage } from './send-contact-message';

type CategoryInput = { name: string; slug: string; ordering: number };

export type ReferenceService = ReturnType<typeof createReferenceService>;

export function createReferenceService(
  { db, env, jobs }: Pick<ServerContext, 'db' | 'env' | 'jobs'>,
  { media, settings }: { media: MediaService; settings: SettingsService },
) {
  const getFlagUrl = (code: string) => `${env.API_PUBLIC_URL}/flags/${code}.svg`;
  const countryList = countries.map(({ name, code }) => ({ name, code, flag: getFlagUrl(code) }));
  const detailList = countryDetails.map((country) => ({ ...country, flag: getFlagUrl(country.code) }));

  return {
    listCountries: async (): Promise<EndpointReply<'listCountries'>> => countryList,
    listCountryDetails: async (): Promise<EndpointReply<'listCountryDetails'>> => detailList,
    findCountry,

    findCountryByAlpha3: async (alpha3: string): Promise<EndpointReply<'findCountryByAlpha3'>> =>
      requireFound(findCountry(ALPHA3_TO_ALPHA2.get(alpha3) ?? '')),

    listSubdivisions: async (code: string): Promise<EndpointReply<'listSubdivisions'>> => ({
      ...requireFound(findCountry(code)),
      subdivisions: listSubdivisions(code),
    }),

    listStates: async (country: string): Promise<string[]> => listStateNames(country),

    /** Empty for a state without known cities, for which forms then show a text field. */
    listCities: createCityList(),

    listLanguages: async (): Promise<EndpointReply<'listLanguages'>> => [...languages],
    listPhoneCodes: async (): Promise<EndpointReply<'listPhoneCodes'>> => [...phoneCodes],

    listCategories: () => listCategories(db),
    saveCategory: (category: CategoryInput, by?: Operator) => saveCategory(db, category, by),
    readProfileOptions: () => readProfileOptions(db),

    listBanners: (query: EndpointPart<'listBanners', 'query'>) => listBanners({ db, media }, query),
    listAllBanners: () => listAllBanners(db),
    addBanner: (promo: Parameters<typeof addBanner>[1], by?: Operator) => addBanner(db, promo, by),
    removeBanner: (id: string, by?: Operator) => removeBanner(db, id, by),

    contact: (message: EndpointPart<'sendContactMessage', 'body'>) =>
      sendContactMessage({ db, jobs, settings }, message),
  };
}

const readCategories = (db: Db) => db.select().from(categories).orderBy(asc(categories.ordering), asc(categories.name));

async function listCategories(db: Db): Promise<EndpointReply<'listCategories'>> {
  return (await readCategories(db)).map(({ id, name, slug, ordering }) => ({ _id: id, name, slug, ordering }));
}

const saveCategory = (db: Db, category: CategoryInput, by?: Operator): Promise<string> =>
  inTransaction(db, async (tx) => {
    const [row] = await tx
      .insert(categories)
      .values(category)
      .onConflictDoUpdate({ target: categories.slug, set: { ...category, updatedAt: new Date() } })
      .returning({ id: categories.id });
    await recordAct(tx, by, {
      act: 'category.saved',
      subject: { kind: 'category', id: category.slug },
      details: category,
    });
    return row?.id ?? '';
  });

async function readProfileOptions(db: Db): Promise<EndpointReply<'getProfileOptions'>> {
  const options = (await readCategories(db)).map(({ id, name }) => ({ value: id, text: name }));
  return { ...profileOptions, categories: options };
}

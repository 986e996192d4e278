import { and, asc, desc, eq } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { directionOf } from '../../../db/list-query';
import { selectPage } from '../../../db/query-helpers';
import { banners, categories, contactMessages } from '../../../db/schema/site';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { composeMail } from '../../../mail/compose-mail';
import type { MediaService } from '../media/media-service';
import type { SettingsService } from '../settings/settings-service';
import { createCityList } from './cities';
import {
  alpha3ToAlpha2,
  countries,
  countryDetails,
  findCountry,
  languages,
  listStateNames,
  listSubdivisions,
  phoneCodes,
} from './places';
import { profileOptions } from './profile-options';

type Banner = EndpointReply<'listBanners'>['data'][number];

/** Lists that forms offer, banners, and the contact form. */
export function createReferenceService(
  { db, env, jobs }: Pick<ServerContext, 'db' | 'env' | 'jobs'>,
  { media, settings }: { media: MediaService; settings: SettingsService },
) {
  const flagOf = (code: string) => `${env.API_PUBLIC_URL}/flags/${code}.svg`;
  const countryList = countries.map(({ name, code }) => ({ name, code, flag: flagOf(code) }));
  const detailList = countryDetails.map((country) => ({ ...country, flag: flagOf(country.code) }));

  const readCategories = () => db.select().from(categories).orderBy(asc(categories.ordering), asc(categories.name));

  return {
    listCountries: async (): Promise<EndpointReply<'listCountries'>> => countryList,

    listCountryDetails: async (): Promise<EndpointReply<'listCountryDetails'>> => detailList,

    /** @throws AppError ENTITY_NOT_FOUND */
    async findCountryByAlpha3(alpha3: string): Promise<EndpointReply<'findCountryByAlpha3'>> {
      return requireFound(findCountry(alpha3ToAlpha2.get(alpha3) ?? ''));
    },

    /** A country by its code of two letters, or by its everyday or official name; null when there is none. */
    findCountry,

    /** @throws AppError ENTITY_NOT_FOUND */
    async listSubdivisions(code: string): Promise<EndpointReply<'listSubdivisions'>> {
      return { ...requireFound(findCountry(code)), subdivisions: listSubdivisions(code) };
    },

    listStates: async (country: string): Promise<string[]> => listStateNames(country),

    /** Empty where no city is known; forms let people type theirs then. */
    listCities: createCityList(),

    listLanguages: async (): Promise<EndpointReply<'listLanguages'>> => [...languages],

    listPhoneCodes: async (): Promise<EndpointReply<'listPhoneCodes'>> => [...phoneCodes],

    async listCategories(): Promise<EndpointReply<'listCategories'>> {
      return (await readCategories()).map(({ id, name, slug, ordering }) => ({ _id: id, name, slug, ordering }));
    },

    /** Adds a category, or renames the one with this slug. @returns its id. */
    async saveCategory(category: { name: string; slug: string; ordering: number }): Promise<string> {
      const [row] = await db
        .insert(categories)
        .values(category)
        .onConflictDoUpdate({ target: categories.slug, set: { ...category, updatedAt: new Date() } })
        .returning({ id: categories.id });
      return row?.id ?? '';
    },

    async readProfileOptions(): Promise<EndpointReply<'getProfileOptions'>> {
      const options = (await readCategories()).map(({ id, name }) => ({ value: id, text: name }));
      return { ...profileOptions, categories: options };
    },

    async listBanners({
      sort,
      position,
      ...page
    }: EndpointPart<'listBanners', 'query'>): Promise<EndpointReply<'listBanners'>> {
      const direction = directionOf(sort);
      const where = and(eq(banners.status, 'active'), position && eq(banners.position, position));
      const order = [direction(banners.updatedAt), direction(banners.id)];
      const { rows, total } = await selectPage(db, banners, { ...page, where, order });
      const files = await media.find(rows.map((row) => row.fileId).filter((id) => id !== null));
      const byId = new Map(files.map((file) => [file.id, file]));
      const data = rows.map(({ id, createdAt, updatedAt, ...row }) => {
        const file = byId.get(row.fileId ?? '');
        const thumbnails = [media.publicUrl(file, 'small')].filter(Boolean);
        return {
          ...row,
          _id: id,
          position: row.position as Banner['position'],
          processing: file?.status === 'processing',
          photo: file ? { url: media.publicUrl(file, 'large'), thumbnails } : null,
          createdAt: createdAt.toISOString(),
          updatedAt: updatedAt.toISOString(),
        };
      });
      return { data, total };
    },

    /**
     * Announces something on the site. @param promo.link a path of this site or an address on the web
     * @returns its id.
     */
    async addBanner(promo: { title: string; description: string; link: string }): Promise<string> {
      const [row] = await db.insert(banners).values(promo).returning({ id: banners.id });
      return row?.id ?? '';
    },

    /** All of them, newest first, those that no page shows included. */
    listAllBanners: () => db.select().from(banners).orderBy(desc(banners.createdAt), desc(banners.id)),

    /** @throws AppError ENTITY_NOT_FOUND */
    async removeBanner(id: string): Promise<void> {
      const [row] = await db.delete(banners).where(eq(banners.id, id)).returning({ id: banners.id });
      requireFound(row ?? null);
    },

    /**
     * Keeps what a visitor wrote and mails it to the operators, so that answering the mail answers the visitor.
     */
    async contact({
      name,
      email,
      message,
    }: EndpointPart<'sendContactMessage', 'body'>): Promise<EndpointReply<'sendContactMessage'>> {
      const site = await settings.read();
      const { siteName } = site;
      const to = settings.getOperatorAddress(site);
      await inTransaction(db, async (tx) => {
        await tx.insert(contactMessages).values({ name, email, message });
        if (to === '') return;
        const mail = composeMail({
          to,
          siteName,
          subject: `Message from ${name.replaceAll(/\s+/g, ' ')}`,
          paragraphs: [`${name} <${email}> writes:`, message],
        });
        await jobs.send('send-mail', { ...mail, replyTo: email }, { tx });
      });
      return { success: true };
    },
  };
}

export type ReferenceService = ReturnType<typeof createReferenceService>;

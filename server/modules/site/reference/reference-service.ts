import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { found } from '../../../errors';
import { composeMail } from '../../../mail/compose-mail';
import type { FileRow, MediaService } from '../media/media-service';
import type { SettingsService } from '../settings/settings-service';
import { createCityList } from './cities';
import { countryDetails } from './country-details';
import { alpha3ToAlpha2, countries, findCountry, languages, phoneCodes } from './places';
import { profileOptions } from './profile-options';
import { createReferenceRepository, type BannerRow } from './reference-repository';
import { listStateNames, listSubdivisions } from './subdivisions';

type BannerView = EndpointReply<'listBanners'>['data'][number];

/** Lists that forms offer, banners, and the contact form. */
export function createReferenceService(
  { db, env, jobs }: Pick<ServerContext, 'db' | 'env' | 'jobs'>,
  { media, settings }: { media: MediaService; settings: SettingsService },
) {
  const repository = createReferenceRepository(db);
  const flagOf = (code: string) => `${env.API_PUBLIC_URL}/flags/${code}.svg`;
  const countryList = countries.map(({ name, code }) => ({ name, code, flag: flagOf(code) }));
  const detailList = countryDetails.map((country) => ({ ...country, flag: flagOf(country.code) }));
  const cities = createCityList();

  function presentBanner(row: BannerRow, file: FileRow | undefined): BannerView {
    const url = media.publicUrl(file, 'large');
    return {
      _id: row.id,
      title: row.title,
      description: row.description,
      link: row.link,
      status: row.status,
      position: row.position as BannerView['position'],
      processing: file?.status === 'processing',
      fileId: row.fileId,
      photo: file ? { url, thumbnails: [media.publicUrl(file, 'small')].filter(Boolean) } : null,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  }

  return {
    listCountries: async (): Promise<EndpointReply<'listCountries'>> => countryList,

    listCountryDetails: async (): Promise<EndpointReply<'listCountryDetails'>> => detailList,

    /** @throws AppError ENTITY_NOT_FOUND */
    async findCountryByAlpha3(alpha3: string): Promise<EndpointReply<'findCountryByAlpha3'>> {
      return found(findCountry(alpha3ToAlpha2.get(alpha3) ?? ''));
    },

    /** A country by its code of two letters, or by its everyday or official name; null when there is none. */
    findCountry,

    /** @throws AppError ENTITY_NOT_FOUND */
    async listSubdivisions(code: string): Promise<EndpointReply<'listSubdivisions'>> {
      return { ...found(findCountry(code)), subdivisions: listSubdivisions(code) };
    },

    listStates: async (country: string): Promise<string[]> => listStateNames(country),

    /** Empty where no city is known; forms let people type theirs then. */
    listCities: (country: string, state: string): Promise<string[]> => cities(country, state),

    listLanguages: async (): Promise<EndpointReply<'listLanguages'>> => [...languages],

    listPhoneCodes: async (): Promise<EndpointReply<'listPhoneCodes'>> => [...phoneCodes],

    async listCategories(): Promise<EndpointReply<'listCategories'>> {
      const rows = await repository.listCategories();
      return rows.map(({ id, name, slug, ordering }) => ({ _id: id, name, slug, ordering }));
    },

    /** Adds a category, or renames the one with this slug. @returns its id. */
    saveCategory: (category: { name: string; slug: string; ordering: number }): Promise<string> =>
      repository.saveCategory(category),

    async readProfileOptions(): Promise<EndpointReply<'getProfileOptions'>> {
      const categories = await repository.listCategories();
      return { ...profileOptions, categories: categories.map(({ id, name }) => ({ value: id, text: name })) };
    },

    async listBanners(query: EndpointPart<'listBanners', 'query'>): Promise<EndpointReply<'listBanners'>> {
      const { rows, total } = await repository.listBanners(query);
      const files = await media.find(rows.map((row) => row.fileId).filter((id) => id !== null));
      const byId = new Map(files.map((file) => [file.id, file]));
      return { data: rows.map((row) => presentBanner(row, byId.get(row.fileId ?? ''))), total };
    },

    /**
     * Keeps what a visitor wrote and mails it to the operators, so that answering the mail answers the visitor. As long
     * as mails are not sent anywhere, one is written even where no address was named.
     */
    async contact({
      name,
      email,
      message,
    }: EndpointPart<'sendContactMessage', 'body'>): Promise<EndpointReply<'sendContactMessage'>> {
      const { siteName, contactEmail } = await settings.read();
      const to = contactEmail === '' && !env.SMTP_URL ? env.MAIL_FROM : contactEmail;
      await inTransaction(db, async (tx) => {
        await repository.saveContactMessage({ name, email, message }, tx);
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

import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../context';
import { inTransaction } from '../../db/transaction';
import { composeMail } from '../../mail/compose-mail';
import type { FileRow, MediaService } from '../media/media-service';
import type { SettingsService } from '../settings/settings-service';
import { countries, languages, listStateNames, phoneCodes } from './places';
import { profileOptions } from './profile-options';
import { createReferenceRepository, type BannerRow } from './reference-repository';

type BannerView = EndpointReply<'listBanners'>['data'][number];

/** Lists that forms offer, banners, and the contact form. */
export function createReferenceService(
  { db, env, jobs, clock }: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock'>,
  { media, settings }: { media: MediaService; settings: SettingsService },
) {
  const repository = createReferenceRepository(db);
  const countryList = countries.map(({ name, code }) => ({
    name,
    code,
    flag: `${env.API_PUBLIC_URL}/flags/${code}.svg`,
  }));

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

    listStates: async (country: string): Promise<string[]> => listStateNames(country),

    /** No free list of cities is part of this product: forms let people type theirs. */
    listCities: async (): Promise<string[]> => [],

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

    /** Without a captcha provider everybody passes, and the reply says by whose word. Decisions 5. */
    verifyCaptcha: async (): Promise<EndpointReply<'verifyCaptcha'>> => ({
      success: true,
      challenge_ts: clock.now().toISOString(),
      hostname: 'sandbox',
    }),

    async listBanners(query: EndpointPart<'listBanners', 'query'>): Promise<EndpointReply<'listBanners'>> {
      const { rows, total } = await repository.listBanners(query);
      const files = await media.find(rows.map((row) => row.fileId).filter((id) => id !== null));
      const byId = new Map(files.map((file) => [file.id, file]));
      return { data: rows.map((row) => presentBanner(row, byId.get(row.fileId ?? ''))), total };
    },

    /** Keeps what a visitor wrote, and mails it on where the operators have named an address. */
    async contact(input: EndpointPart<'sendContactMessage', 'body'>): Promise<EndpointReply<'sendContactMessage'>> {
      const { siteName, contactEmail } = await settings.read();
      await inTransaction(db, async (tx) => {
        await repository.saveContactMessage(input, tx);
        if (contactEmail === '') return;
        const mail = composeMail({
          to: contactEmail,
          siteName,
          subject: `Message from ${input.name.replaceAll(/\s+/g, ' ')}`,
          paragraphs: [`${input.name} <${input.email}> writes:`, input.message],
        });
        await jobs.send('send-mail', mail, { tx });
      });
      return { success: true };
    },
  };
}

export type ReferenceService = ReturnType<typeof createReferenceService>;

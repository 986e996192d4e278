import { z } from 'zod';
import { File, IdParams, ListQuery, ObjectId, pageOf, stamps } from './common-schemas';
import type { SchemasFor } from './define';
import { CountryCode, requiredText } from './field-schemas';
import type { referenceRoutes } from './reference-routes';

const Options = z.array(z.object({ value: z.string(), text: z.string() }));
const NamesAndCodes = z.array(z.object({ name: z.string(), code: z.string() }));

const BannerPosition = z.enum(['top', 'bottom', 'left', 'right', 'middle']);

/** A picture the operators show on a side of the pages. Wire contract 2.20. */
const Banner = z.object({
  ...stamps,
  title: z.string(),
  description: z.string().nullish(),
  link: z.string().nullish(),
  status: z.enum(['active', 'inactive']),
  position: BannerPosition,
  processing: z.boolean().optional(),
  fileId: ObjectId.nullish(),
  photo: z.object({ url: z.string().nullish(), thumbnails: z.array(z.string()) }).nullish(),
});

export const referenceSchemas = {
  listCountries: {
    summary: 'Countries with two-letter code and the address of a flag',
    mark: 'seen',
    data: z.array(z.object({ name: z.string(), code: z.string(), flag: z.string() })),
  },
  listStates: {
    summary: 'Names of the subdivisions of a country',
    mark: 'seen',
    params: z.object({ country: CountryCode }),
    data: z.array(z.string()),
  },
  listCities: {
    summary: 'Names of the cities of a subdivision',
    mark: 'seen',
    params: z.object({ country: CountryCode, state: requiredText(100) }),
    data: z.array(z.string()),
  },
  listLanguages: { summary: 'Languages with their codes', mark: 'seen', data: NamesAndCodes },
  listPhoneCodes: { summary: 'Countries with their dial code, as `+1`', mark: 'seen', data: NamesAndCodes },
  getProfileOptions: {
    summary: 'Choices for the fields of a profile',
    mark: 'seen',
    data: z.object({
      heights: Options,
      weights: Options,
      genders: Options,
      sexualOrientations: Options,
      ages: Options,
      eyes: Options,
      butts: Options,
      hairs: Options,
      pubicHairs: Options,
      ethnicities: Options,
      bodyTypes: Options,
      /** Ours: what `categoryIds` may hold; the family has no call for it. */
      categories: Options.optional(),
    }),
  },
  listCategories: {
    summary: 'Topics that performers choose and lists filter by',
    mark: 'assumed',
    data: z.array(z.object({ _id: ObjectId, name: z.string(), slug: z.string(), ordering: z.number() })),
  },
  verifyCaptcha: {
    summary: 'What the captcha provider says of a token; a failure is a 200 with success false',
    mark: 'seen',
    body: z.object({ token: requiredText(5000) }),
    data: z.object({
      success: z.boolean(),
      challenge_ts: z.string().optional(),
      hostname: z.string().optional(),
      'error-codes': z.array(z.string()).optional(),
    }),
  },
  getFileStatus: {
    summary: 'How far the conversion of a file is; target and targetId name what it belongs to',
    mark: 'seen',
    params: IdParams,
    query: z.object({
      target: z.enum(['feedId', 'videoId', 'photoId', 'messageId', 'productId', 'performerId']).optional(),
      targetId: ObjectId.optional(),
    }),
    data: File,
    errors: ['ENTITY_NOT_FOUND'],
  },
  listBanners: {
    summary: 'Active banners',
    mark: 'seen',
    query: ListQuery.extend({ position: BannerPosition.optional() }),
    data: pageOf(Banner),
  },
} satisfies SchemasFor<typeof referenceRoutes>;

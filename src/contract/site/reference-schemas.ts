import { z } from 'zod';
import { File, IdParams, ListQuery, NumberText, ObjectId, byId, each, getPage, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { limits } from '../base/limits';
import { CountryCode, requiredLine, requiredText } from '../base/field-schemas';
import type { referenceRoutes } from './reference-routes';

const Options = z.array(z.object({ value: z.string(), text: z.string() }));
const NamesAndCodes = z.array(z.object({ name: z.string(), code: z.string() }));

/** Canonical BCP 47 tag (`zh-Hant` for `zh-hant`); undefined if it is invalid. */
function toLanguageTag(text: string): string | undefined {
  try {
    return /^[a-z]{2,3}(-|$)/i.test(text) ? Intl.getCanonicalLocales(text)[0] : undefined;
  } catch {
    return undefined;
  }
}

/** BCP 47: `en`, `pt-BR`, `zh-Hant`, `es-419`. */
const LanguageTag = z
  .string()
  .max(35)
  .refine((text) => toLanguageTag(text) !== undefined, 'must be a language tag, such as en, pt-BR or zh-Hant')
  .overwrite((text) => toLanguageTag(text) ?? text);

const BannerPosition = z.enum(['top', 'bottom', 'left', 'right', 'middle']);

/** An image that the operators show at the side of pages. Wire contract 2.20. */
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

/** The place of a caller or of coordinates; texts of the specification stand for unknown parts. Specification 8. */
const Place = z.object({
  ...each(['line1', 'city', 'region', 'postalCode'], z.string()),
  /** Two letters. */
  country: z.string(),
});

/**
 * A proof-of-work puzzle for `altcha-lib` (version 2). The captcha token is the text `base64(JSON.stringify({ challenge, solution
 * }))`.
 */
const CaptchaChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    /** Unix time in seconds. */
    expiresAt: z.number().optional(),
  }),
  signature: z.string().optional(),
});

export const referenceSchemas = {
  listCountries: {
    summary: 'Countries with two-letter code and the address of a flag',
    mark: 'seen',
    data: z.array(z.object({ name: z.string(), code: z.string(), flag: z.string() })),
  },
  listCountryDetails: {
    summary: 'Countries with capital, region, currency, language and flag',
    mark: 'assumed',
    data: z.array(
      z.object({
        name: z.string(),
        code: z.string(),
        /** Empty for the few countries without one. */
        capital: z.string(),
        /** The continent. */
        region: z.string(),
        currency: z.object({ code: z.string(), name: z.string(), symbol: z.string() }).nullable(),
        language: z.object({ code: z.string(), name: z.string() }).nullable(),
        flag: z.string(),
      }),
    ),
  },
  findCountryByAlpha3: {
    summary: 'The two-letter code of a country by its three-letter code',
    mark: 'assumed',
    params: z.object({
      code: z
        .string()
        .toUpperCase()
        .regex(/^[A-Z]{3}$/, 'must have three letters'),
    }),
    data: z.object({ code: z.string(), name: z.string() }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  listSubdivisions: {
    summary: 'A country and its first-level subdivisions: code as `US-CA`, kind, name',
    mark: 'assumed',
    params: z.object({ country: CountryCode }),
    data: z.object({
      code: z.string(),
      name: z.string(),
      subdivisions: z.array(z.object({ code: z.string(), type: z.string(), name: z.string() })),
    }),
    errors: ['ENTITY_NOT_FOUND'],
  },
  listStates: {
    summary: 'Names of the subdivisions of a country',
    mark: 'seen',
    params: z.object({ country: CountryCode }),
    data: z.array(z.string()),
  },
  listCities: {
    summary:
      'Names of the cities of a subdivision (GeoNames, CC BY 4.0); empty where none are known: forms then take any text',
    mark: 'seen',
    params: z.object({ country: CountryCode, state: requiredLine(100) }),
    data: z.array(z.string()),
  },
  listLanguages: { summary: 'Languages with their codes', mark: 'seen', data: NamesAndCodes },
  listPhoneCodes: { summary: 'Countries with their dial code, as `+1`', mark: 'seen', data: NamesAndCodes },
  getProfileOptions: {
    summary: 'Choices for the fields of a profile',
    mark: 'seen',
    data: z.object({
      ...each(['heights', 'weights', 'genders', 'sexualOrientations', 'ages', 'eyes', 'butts', 'hairs'], Options),
      ...each(['pubicHairs', 'ethnicities', 'bodyTypes'], Options),
      /** Our extension: values of `categoryIds`, for which compatible backends have no call. */
      categories: Options.optional(),
    }),
  },
  listCategories: {
    summary: 'Topics that performers choose and lists filter by',
    mark: 'assumed',
    data: z.array(z.object({ _id: ObjectId, name: z.string(), slug: z.string(), ordering: z.number() })),
  },
  createCaptchaChallenge: {
    summary: 'A new puzzle, for sites whose captcha provider is `altcha`',
    mark: 'assumed',
    data: CaptchaChallenge,
    errors: ['PROVIDER_NOT_CONFIGURED'],
  },
  verifyCaptcha: {
    summary: 'What the captcha provider says of a token, which is spent thereby; a failure is a 200 with success false',
    mark: 'seen',
    body: z.object({ token: requiredText(5000) }),
    data: z.object({
      success: z.boolean(),
      challenge_ts: z.string().optional(),
      hostname: z.string().optional(),
      'error-codes': z.array(z.string()).optional(),
    }),
  },
  locateCaller: {
    summary: "About where the caller is, by the caller's address; null when the service fails",
    mark: 'assumed',
    data: Place.nullable(),
  },
  locatePoint: {
    summary: 'What is at these coordinates; null when the service fails',
    mark: 'assumed',
    query: z.object({
      latitude: NumberText.pipe(z.number().min(-90).max(90)),
      longitude: NumberText.pipe(z.number().min(-180).max(180)),
    }),
    data: Place.nullable(),
  },
  getFileStatus: {
    ...byId,
    summary: 'How far the conversion of a file is; target and targetId name what it belongs to',
    query: z.object({
      target: z.enum(['feedId', 'videoId', 'photoId', 'messageId', 'productId', 'performerId']).optional(),
      targetId: ObjectId.optional(),
    }),
    data: File,
  },
  retryFile: {
    summary: 'Have an own file tried again that was set aside because our server was stopped while it worked on it',
    mark: 'assumed',
    params: IdParams,
    data: File,
    errors: ['ENTITY_NOT_FOUND'],
  },
  setFileCaptions: {
    summary: 'Give an own film its words, as WebVTT or SubRip; those of before go',
    mark: 'assumed',
    params: IdParams,
    body: z.object({ text: z.string().min(1).max(limits.captions), language: LanguageTag }),
    data: File,
    errors: ['ENTITY_NOT_FOUND', 'INVALID_CAPTIONS'],
  },
  deleteFileCaptions: { ...byId, summary: 'Take the words of an own film away', mark: 'assumed', data: File },
  listBanners: {
    summary: 'Active banners',
    mark: 'seen',
    query: ListQuery.extend({ position: BannerPosition.optional() }),
    data: getPage(Banner),
  },
} satisfies SchemasFor<typeof referenceRoutes>;

import { z } from 'zod';
import { limits } from './limits';
import { getSiteCurrency } from './currency';
import { getMaxAmount, roundDollars } from './money';
import { isInPlainYears } from './text-rules';

/** 24 lower-case hex digits. Wire contract 1.6. */
export const ObjectId = z.string().regex(/^[0-9a-f]{24}$/, 'must be an id');

/** ISO 8601 in UTC with milliseconds. */
export const IsoDate = z.string();

/** Major units, as a JSON number. Sums and balances in replies have no upper bound: a reply comes after the fact. */
export const Dollars = z.number().min(0);

/** An amount that a caller asks for: in whole coins of the site's currency, within bounds. */
export const DollarsInput = z
  .number()
  .min(0)
  .superRefine((value, { addIssue }) => {
    const maximum = getMaxAmount();
    if (value > maximum) addIssue({ code: 'too_big', origin: 'number', maximum, inclusive: true });
    else if (Math.abs(roundDollars(value) - value) >= 1e-9) addIssue({ code: 'custom', message: nameDecimals() });
  });

const nameDecimals = (): string =>
  getSiteCurrency().exponent === 0 ? 'must be a whole number' : 'must have at most two decimals';

/** Signed major units: balance changes. */
export const SignedDollars = z.number();

/** `true`, `false`, `1`, `0` as JSON or as text: queries and multipart fields carry text. Wire contract 1.5, 1.8. */
export const Flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1'),
]);

/** A number as JSON or as text. */
export const NumberText = z.union([
  z.number(),
  z
    .string()
    .max(30)
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);

/** Money as JSON or as text. */
export const DollarsText = NumberText.pipe(DollarsInput);

/** Fields of one kind, by their names. */
export const each = <const Name extends string, T extends z.ZodType>(names: readonly Name[], kind: T) =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<Name, T>;

/** One value or a repeated key. */
export const getList = <T extends z.ZodType>(item: T, most: number = limits.listMax) =>
  z.union([z.array(item).max(most), item.transform((one) => [one])]);

/** `:id` that is always an object id. */
export const IdParams = z.object({ id: ObjectId });

/** `:id` that may also be a slug or a username. */
export const KeyParams = z.object({ id: z.string().min(1).max(200) });

/** What calls about one thing have in common, which is named by its id. */
export const byId = { mark: 'seen', params: IdParams, errors: ['ENTITY_NOT_FOUND'] } as const;
export const byKey = { ...byId, params: KeyParams } as const;

/** The same where not everybody may do it, such as with what belongs to somebody else. */
export const byIdIfAllowed = { ...byId, errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'] } as const;
export const byKeyIfAllowed = { ...byIdIfAllowed, params: KeyParams } as const;

const wholeText = z.union([z.number(), z.string().max(30)]).transform((value) => Math.trunc(Number(value)) || 0);

/** `q limit offset sortBy sort`, with the family's defaults and clamps. Wire contract 1.5. */
export const ListQuery = z.object({
  q: z.string().max(200).optional(),
  limit: wholeText
    .optional()
    .transform((n) => (n === undefined || n <= 0 ? limits.listDefault : Math.min(n, limits.listMax))),
  /** At most a number that every database takes; no list is as long. */
  offset: wholeText.optional().transform((n) => Math.min(Math.max(0, n ?? 0), 2 ** 31)),
  sortBy: z.string().max(40).optional(),
  sort: z
    .union([z.string().max(10), z.number()])
    .optional()
    .transform((value) => (value === 'asc' || value === '1' || value === 1 ? ('asc' as const) : ('desc' as const))),
});

/** Both needed; widened to whole days by the server. Wire contract 1.5. */
const DayText = z.string().max(40).refine(isInPlainYears, 'must be between 1900 and 2199');
export const DateRange = { fromDate: DayText.optional(), toDate: DayText.optional() };

/** `{ data, total }` inside the envelope's `data`. Wire contract 1.2. */
export const getPage = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), total: z.number() });

/** Timestamps that nearly every stored entity has. */
/** Grows with each edit; replied to the owner only, who sends it back as `If-Match`. Ours. */
export const revisionField = { revision: z.number().int().optional() };

export const stamps = { _id: ObjectId, createdAt: IsoDate, updatedAt: IsoDate };

/** A stored file as a viewer may see it; `url` is null when locked. Wire contract 1.7. */
export const File = z.object({
  _id: ObjectId,
  type: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  server: z.string().optional(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  duration: z.number().nullish(),
  /** What the picture shows, for people who do not see it; ours, absent in the family. */
  alt: z.string().nullish(),
  size: z.number().optional(),
  /** Absolute URLs. For a locked file: server-made blurred pictures. */
  thumbnails: z.array(z.string()).optional(),
  url: z.string().nullish(),
  /** A picture in each width, for `srcset`: WebP, smallest first, then a JPEG. Ours; absent from locked files. */
  sources: z.array(z.object({ url: z.string(), width: z.number(), mimeType: z.string() })).optional(),
  /** What to draw until the picture or poster is there: base64 of a ThumbHash. Ours; absent from locked files. */
  thumbHash: z.string().optional(),
  /** Loudness of a sound over its length, 0 to 100. Ours; absent from locked files. */
  waveform: z.array(z.number()).optional(),
  /** A film's playlist (HLS) and its small frames for looking ahead (WebVTT). Ours; null when there are none, or locked. */
  hls: z.string().nullish(),
  previews: z.string().nullish(),
  /** A film's words (WebVTT) and their language. Ours; absent where there are none, and from locked files. */
  captions: z.object({ url: z.string(), language: z.string() }).optional(),
  /** Absent before conversion is queued, then `processing`, `finished`, `error`. */
  status: z.enum(['processing', 'finished', 'error']).optional(),
  /** Why nothing came of it, for its owner. Ours. */
  failure: z.string().optional(),
  /** Whether its owner can have it tried again, for nothing is wrong with it. Ours. */
  canRetry: z.boolean().optional(),
  createdAt: IsoDate.optional(),
  updatedAt: IsoDate.optional(),
});

/** What an upload replies: the file, with `success` where the family sends it. Wire contract 1.8. */
export const UploadReply = File.extend({ success: z.boolean().optional() });

export const Success = z.object({ success: z.boolean() });
export const Deleted = z.object({ deleted: z.boolean() });
export const True = z.literal(true);

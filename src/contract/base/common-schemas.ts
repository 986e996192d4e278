import { z } from 'zod';
import { limits } from './limits';
import { getSiteCurrency } from './currency';
import { getMaxAmount, roundDollars } from './money';
import { isInPlainYears } from './text-rules';

/** 24 lower-case hex digits. Wire contract 1.6. */
export const ObjectId = z.string().regex(/^[0-9a-f]{24}$/, 'must be an id');

/** ISO 8601 in UTC with milliseconds. */
export const IsoDate = z.string();

/** Major units, as a JSON number. Unbounded in replies: a request must not fail after its money has moved. */
export const Dollars = z.number().min(0);

/** An amount in a request: whole coins of the site's currency, within bounds. */
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

/** A boolean as JSON, or as the text `true`, `false`, `1`, `0` or empty (false) in a query or form. Wire contract 1.5, 1.8. */
export const Flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0', '']).transform((text) => text === 'true' || text === '1'),
]);

export const NumberText = z.union([
  z.number(),
  z
    .string()
    .max(30)
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);

export const DollarsText = NumberText.pipe(DollarsInput);

export const each = <const Name extends string, T extends z.ZodType>(names: readonly Name[], kind: T) =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<Name, T>;

/** An array, or a single value (a query key that is not repeated), which becomes an array. */
export const getList = <T extends z.ZodType>(item: T, most: number = limits.listMax) =>
  z.union([z.array(item).max(most), item.transform((one) => [one])]);

export const IdParams = z.object({ id: ObjectId });

/** `:id` can also be a slug or a username. */
export const KeyParams = z.object({ id: z.string().min(1).max(200) });

/** Common parts of endpoints for one object, which the path names by id. */
export const byId = { mark: 'seen', params: IdParams, errors: ['ENTITY_NOT_FOUND'] } as const;
export const byKey = { ...byId, params: KeyParams } as const;

/** For endpoints that can also reply 403, for example for another account's object. */
export const byIdIfAllowed = { ...byId, errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'] } as const;
export const byKeyIfAllowed = { ...byIdIfAllowed, params: KeyParams } as const;

const wholeText = z.union([z.number(), z.string().max(30)]).transform((value) => Math.trunc(Number(value)) || 0);

/** `q limit offset sortBy sort`, with the defaults and bounds of compatible backends. Wire contract 1.5. */
export const ListQuery = z.object({
  q: z.string().max(200).optional(),
  limit: wholeText
    .optional()
    .transform((n) => (n === undefined || n <= 0 ? limits.listDefault : Math.min(n, limits.listMax))),
  /** Bounded to a number that every database accepts; no list is that long. */
  offset: wholeText.optional().transform((n) => Math.min(Math.max(0, n ?? 0), 2 ** 31)),
  sortBy: z.string().max(40).optional(),
  sort: z
    .union([z.string().max(10), z.number()])
    .optional()
    .transform((value) => (value === 'asc' || value === '1' || value === 1 ? ('asc' as const) : ('desc' as const))),
});

/** A range needs both dates; the server widens them to whole days. Wire contract 1.5. */
const DayText = z.string().max(40).refine(isInPlainYears, 'must be between 1900 and 2199');
export const DateRange = { fromDate: DayText.optional(), toDate: DayText.optional() };

/** `{ data, total }` inside the envelope's `data`. Wire contract 1.2. */
export const getPage = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item), total: z.number() });

/** Increases with each edit. Only the owner gets it, and sends it back as `If-Match`. Our extension. */
export const revisionField = { revision: z.number().int().optional() };

export const stamps = { _id: ObjectId, createdAt: IsoDate, updatedAt: IsoDate };

/** A stored file as a viewer may see it; `url` is null if locked. Wire contract 1.7. */
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
  /** Alternative text. Our extension; compatible backends lack it. */
  alt: z.string().nullish(),
  size: z.number().optional(),
  /** Absolute URLs. For a locked file: blurred images made by the server. */
  thumbnails: z.array(z.string()).optional(),
  url: z.string().nullish(),
  /** Renditions for `srcset`: WebP, smallest first, then a JPEG. Our extension; absent from locked files. */
  sources: z.array(z.object({ url: z.string(), width: z.number(), mimeType: z.string() })).optional(),
  /** Placeholder while the image or poster loads: base64 of a ThumbHash. Our extension; absent from locked files. */
  thumbHash: z.string().optional(),
  /** Loudness of an audio file over time, 0 to 100. Our extension; absent from locked files. */
  waveform: z.array(z.number()).optional(),
  /** A video's playlist (HLS) and preview frames for seeking (WebVTT). Our extension; null if there are none, or if locked. */
  hls: z.string().nullish(),
  previews: z.string().nullish(),
  /** A video's captions (WebVTT) and their language. Our extension; absent without captions, and from locked files. */
  captions: z.object({ url: z.string(), language: z.string() }).optional(),
  /** Absent before conversion is queued, then `processing`, finally `finished` or `error`. */
  status: z.enum(['processing', 'finished', 'error']).optional(),
  /** Why processing failed, for the file's owner. Our extension. */
  failure: z.string().optional(),
  /** Whether the owner can retry the processing, because the file itself was not at fault. Our extension. */
  canRetry: z.boolean().optional(),
  createdAt: IsoDate.optional(),
  updatedAt: IsoDate.optional(),
});

/** The file; some compatible backends add `success`. Wire contract 1.8. */
export const UploadReply = File.extend({ success: z.boolean().optional() });

export const Success = z.object({ success: z.boolean() });
export const Deleted = z.object({ deleted: z.boolean() });
export const True = z.literal(true);

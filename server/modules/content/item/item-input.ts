import { toCents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/settings-service';
import { getAudience, toOffer } from './item-access';
import { throwMissing, type ItemDraft } from './item-draft';
import type { ItemKind } from './item-kind';
import type { ItemContents, ItemRow } from './item-repository';

type Columns = ItemDraft['columns'];

type ColumnsInput = Pick<
  EndpointPart<'updateFeed', 'body'>,
  'title' | 'tagline' | 'status' | 'isSale' | 'isFree' | 'price' | 'isPinned' | 'isSchedule' | 'scheduleAt'
> & { type?: string | undefined; text?: string | null | undefined; tags?: readonly string[] | undefined };

const none: Columns = {
  type: '',
  title: '',
  text: '',
  tagline: '',
  tags: [],
  audience: 'subscribers',
  price: toCents(0),
  status: 'active',
  hasPoll: false,
  isPinned: false,
  isScheduled: false,
  publishAt: null,
  parentId: null,
  position: 0,
};

/**
 * Applies the input to the stored columns: if a field is absent, its value is kept; null clears it.
 *
 * @param current null for a new item
 * @throws AppError MISSING_REQUIRED_PROPS for a sale without a price
 */
export function mergeColumns(input: ColumnsInput, current: ItemRow | null, noun: string): Columns {
  const columns: Columns = current ?? none;
  const offer = toOffer(columns.audience);
  const isSale = input.isSale ?? offer.isSale;
  if (isSale && (input.price === null || (current === null && input.price === undefined))) throwMissing('price', noun);
  const price = isSale ? (typeof input.price === 'number' ? toCents(input.price) : columns.price) : toCents(0);
  return {
    type: input.type ?? columns.type,
    title: toText(input.title, columns.title).trim(),
    text: toText(input.text, columns.text),
    tagline: toText(input.tagline, columns.tagline).trim(),
    tags: input.tags ? [...new Set(input.tags.map((tag) => tag.trim()).filter(Boolean))] : columns.tags,
    audience: getAudience({ isSale, isFree: input.isFree ?? offer.isFree, price }),
    price,
    // Saving an item with a broken file tries to publish it again; `planPublication` then checks its files.
    status: input.status ?? (columns.status === 'file-error' ? 'active' : columns.status),
    hasPoll: columns.hasPoll,
    isPinned: input.isPinned ?? columns.isPinned,
    isScheduled: input.isSchedule ?? columns.isScheduled,
    publishAt: getDate(input.scheduleAt, columns.publishAt),
    parentId: columns.parentId,
    position: columns.position,
  };
}

/** @param sent undefined keeps the value, null clears it */
export const toText = (sent: string | null | undefined, before: string): string =>
  sent === undefined ? before : (sent ?? '');

/** @param sent undefined keeps the value, null clears it */
export const getDate = (sent: string | null | undefined, before: Date | null): Date | null =>
  sent === undefined ? before : sent === null ? null : new Date(sent);

export const getDraftFiles = (
  current: ItemContents | null,
  sent: { fileIds?: readonly string[] | undefined } & Partial<Pick<ItemDraft, 'thumbnailId' | 'teaserId'>> = {},
): Pick<ItemDraft, 'fileIds' | 'thumbnailId' | 'teaserId'> => ({
  fileIds: [...new Set(sent.fileIds ?? current?.files.map((file) => file.id))],
  thumbnailId: sent.thumbnailId === undefined ? (current?.thumbnail?.id ?? null) : sent.thumbnailId,
  teaserId: sent.teaserId === undefined ? (current?.teaser?.id ?? null) : sent.teaserId,
});

/** @throws AppError PRICE_OUT_OF_BOUNDS */
export function checkUnlockPrice(
  { columns: { audience, price } }: Pick<ItemDraft, 'columns'>,
  { minimumPpvPrice, maximumPpvPrice }: Pick<SiteSettings, 'minimumPpvPrice' | 'maximumPpvPrice'>,
): void {
  const isOutside = price < toCents(minimumPpvPrice) || price > toCents(maximumPpvPrice);
  if (audience === 'sale' && isOutside) throw new AppError('PRICE_OUT_OF_BOUNDS');
}

/** How many equal slugs get a number. Beyond that, the time makes them unique. */
const MOST_COUNTED = 20;

/**
 * Makes a slug from the Latin letters and digits of the title, joined by dashes. It never looks like an id.
 *
 * @param fallback used if the title has no such characters
 */
export const slugByTitle =
  (fallback: string): ItemKind['createSlug'] =>
  ({ columns }, now, attempt) => {
    const words =
      columns.title
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [];
    const name = words.join('-').slice(0, 80).replace(/-$/, '');
    const base = name === '' || /^[0-9a-f]{24}$/.test(name) ? `${fallback}-${now.getTime()}` : name;
    if (attempt === 0) return base;
    return `${base}-${attempt < MOST_COUNTED ? attempt + 1 : now.getTime() + attempt}`;
  };

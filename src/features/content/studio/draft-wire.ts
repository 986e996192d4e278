import type { EndpointData } from '@contract/schemas';
import { getAudience } from '@/lib/audience';
import { toLocalTime } from '@/lib/calendar';
import { formatMoney } from '@/lib/format-money';
import { getPlayableUrl } from '@/lib/media-file';
import { isNotFound } from '@/services/api-error';
import { selectState } from '@/store/call-endpoint';
import {
  wasPublished,
  getPublicationTime,
  getShowTime,
  newFile,
  getDraftState,
  type Draft,
  type DraftFile,
  type FileKind,
} from './draft';
import { selectCanWait } from './draft-problems';
import type { NextState, StoreAs } from './studio-kind';
import { findFileId, UPLOAD_START, type FileUpload } from './upload-step';

export function getOffer({ audience, price }: Pick<Draft, 'audience' | 'price'>) {
  const isSale = audience === 'sale';
  return {
    // In the API, an item open to everyone is a sale without a price. Wire contract 3.3.
    isSale: isSale || audience === 'everyone',
    isFree: audience === 'free',
    price: isSale ? Number(price) : 0,
  };
}

/** Undefined if a file is sent with its item, since it has no id before. */
const getFilePart = (files: DraftFile[]) =>
  files.some((file) => findFileId(file) === null) ? undefined : files.map((file) => [findFileId(file), file.alt]);

/** Empty fields become 0: free shipping, an unknown number of days, or unlimited downloads. */
export function getDelivery({ goods, shipsTo, ...draft }: Draft) {
  const isDigital = goods === 'digital';
  return isDigital
    ? { downloadLimit: Number(draft.downloadLimit), downloadDays: Number(draft.downloadDays) }
    : {
        shippingPrice: Number(draft.shippingPrice),
        packDays: Number(draft.packDays),
        deliverDays: Number(draft.deliverDays),
        shipsTo,
      };
}

export function getStockSeen({ id, began, stock }: Draft): number | undefined {
  // The item was opened a moment ago to change its state, so its stock is current.
  if (!began) return id === null ? undefined : Number(stock);
  const text = JSON.parse(began?.[STOCK_PART] ?? '""') as string;
  return text === '' ? undefined : Number(text);
}

function getPlan(draft: Draft, as?: StoreAs) {
  if (as === 'draft') return as;
  if (draft.isLater) return getPublicationTime(draft).getTime();
  if (as) return undefined;
  return wasPublished(draft) && draft.state !== 'hidden' ? 'out' : 'draft';
}

/**
 * The editable parts of an item as texts, for comparison: without counts and file URLs. Photos of a gallery are separate items.
 * @param as the state in which the draft will be stored; parts that only saving determines are then undefined
 */
export function listParts(draft: Draft, as?: StoreAs): (string | undefined)[] {
  const { kind, title, text, tagline, audience, poll, tags, participants, galleryId, goods, stock } = draft;
  return [
    ...[title, text, tagline, galleryId, goods, stock].map((words) => words.trim()),
    getOffer({ ...draft, audience: kind === 'product' ? 'sale' : audience }),
    poll && [poll.question, ...poll.options.map((option) => option.text)].map((words) => words.trim()).filter(Boolean),
    poll && (poll.days === null ? poll.endsAt : undefined),
    tags,
    participants.map(({ _id }) => _id),
    getFilePart(kind === 'gallery' ? [] : draft.files),
    getFilePart(draft.thumbnail),
    getFilePart(draft.teaser),
    getPlan(draft, as),
    getDelivery(draft),
    getShowTime(draft),
  ].map((part) => JSON.stringify(part) as string | undefined);
}

const partNames = [
  'title',
  'text',
  'description of what is inside',
  'gallery',
  'kind of product',
  'stock',
  'price and audience',
  'poll',
  'end of the poll',
  'tags',
  'people in it',
  'files',
  'thumbnail',
  'teaser',
  'time of publication',
  'shipping and downloads',
  'start of the show',
];

/** For example, `the title, the price and audience (now $9.00)`. @param places indexes of the parts */
export const describeParts = (parts: (string | undefined)[], places: number[]): string =>
  places.map((place) => `the ${partNames[place]}${getPriceText(parts[place])}`).join(', ');

function getPriceText(part: string | undefined): string {
  const { isSale, price } = (JSON.parse(part ?? 'null') ?? {}) as Partial<ReturnType<typeof getOffer>>;
  return isSale && price ? ` (now ${formatMoney(price)})` : '';
}

const STOCK_PART = partNames.indexOf('stock');

/** Indexes in `listParts` of the parts that can be empty. */
const emptiableParts = { title: 0, text: 1, tagline: 2, poll: 7, tags: 9, participants: 10, showAt: 16 } as const;

/** Whether a field had a value when its draft was opened, or may have got one from a failed save. */
export function hadValue({ began, begunId }: Draft, part: keyof typeof emptiableParts): boolean {
  const before = began?.[emptiableParts[part]];
  return began ? !['""', '[]', 'null', undefined].includes(before) : begunId !== null;
}

/** Empty texts and lists are sent only to clear an earlier value. */
export const omitIfNeverSet = <T extends string | readonly unknown[]>(
  draft: Draft,
  part: keyof typeof emptiableParts,
  value: T,
): T | undefined => (value.length > 0 || hadValue(draft, part) ? value : undefined);

/** Published items keep their state. */
export function getPublication(draft: Draft, as: StoreAs) {
  if (wasPublished(draft)) return {};
  if (as === 'draft') return { status: 'inactive', isSchedule: false, scheduleAt: null } as const;
  const scheduleAt = draft.isLater ? getPublicationTime(draft).toISOString() : null;
  return { status: 'active', isSchedule: draft.isLater, scheduleAt } as const;
}

/** Also removes a schedule. */
export const getPublicationFor = (to: NextState) =>
  ({ status: to === 'published' ? 'active' : 'inactive', isSchedule: false, scheduleAt: null }) as const;

/** Includes the schedule only if the backend supports it for galleries, photos and products. */
export function* getAssetPublication(
  kind: 'gallery' | 'photo' | 'product',
  { status, isSchedule, scheduleAt }: Partial<ReturnType<typeof getPublication>>,
) {
  const canWait = yield* selectState(selectCanWait(kind));
  if (!status) return {};
  return { status, ...(canWait && { isSchedule, scheduledAt: scheduleAt }) };
}

/** @param at publication time: `scheduleAt` of posts, `scheduledAt` of all other kinds */
export function getStanding(item: Parameters<typeof getDraftState>[0], at: string | null | undefined) {
  const state = getDraftState(item);
  const isLater = state === 'scheduled';
  const plannedAt = isLater && at ? at : null;
  return { state, isLater, plannedAt, scheduleAt: plannedAt ? toLocalTime(plannedAt) : '' };
}

export type StoredFile = EndpointData<'getPerformerFeed'>['files'][number];

/** @param kind needed if the purpose of the file does not show it */
export function toDraftFile(file: StoredFile, kind: FileKind = getKind(file)): DraftFile {
  return {
    ...newFile,
    localId: file._id,
    kind,
    name: file.name || 'File',
    size: file.size ?? 0,
    upload: readUpload(file),
    storedId: file._id,
    previewUrl: file.thumbnails?.[0] ?? (kind === 'photo' ? getPlayableUrl(file) : null),
    captions: file.captions?.language ?? null,
    alt: file.alt ?? '',
  };
}

function readUpload({ _id: fileId, status, failure, canRetry }: StoredFile): FileUpload {
  if (status !== 'error') return { step: status === 'processing' ? 'processing' : 'ready', fileId };
  const reason = failure ?? 'This file could not be read.';
  return { step: 'failed', reason, canRetry: canRetry === true, fileId, ...UPLOAD_START };
}

const getKind = ({ type }: StoredFile): FileKind =>
  type.endsWith('video') ? 'video' : type.endsWith('audio') ? 'audio' : 'photo';

type WireAsset = Pick<
  EndpointData<'getPerformerGallery'>,
  | ('_id' | 'title' | 'description' | 'status' | 'isSchedule' | 'scheduledAt' | 'isTakenDown')
  | ('isSale' | 'isFree' | 'price' | 'stats' | 'createdAt' | 'updatedAt' | 'revision')
>;

/** Fields that galleries and videos share in lists of own items, under the names of posts. */
export function readOwnAsset(asset: WireAsset) {
  const { _id, title, description, status, isSchedule, scheduledAt: scheduleAt } = asset;
  const { isSale, isFree, price, stats, createdAt, updatedAt, isTakenDown } = asset;
  return {
    _id,
    isTakenDown,
    title,
    text: description ?? '',
    status,
    isSchedule,
    scheduleAt,
    isSale,
    isFree,
    price,
    createdAt,
    updatedAt,
    totalLike: stats.likes,
    totalComment: stats.comments,
  };
}

export function toAssetDraft(asset: WireAsset) {
  const { _id: id, title, description, isSale, price, revision } = asset;
  const audience = getAudience(asset);
  return {
    id,
    revision,
    title,
    text: description ?? '',
    audience,
    price: isSale && price ? String(price) : '',
    ...getStanding(asset, asset.scheduledAt),
  };
}

export function* ignoreNotFound(removal: Generator): Generator {
  try {
    yield* removal;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

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
  newFile,
  getDraftState,
  type Draft,
  type DraftFile,
  type FileKind,
} from './draft';
import { selectCanWait } from './draft-problems';
import type { NextState, StoreAs } from './studio-kind';
import { findFileId, UPLOAD_START, type FileUpload } from './upload-step';

/** What drafts of all kinds say to the backend, and read from it. */

/** Who may see it, at what price. */
export function getOffer({ audience, price }: Pick<Draft, 'audience' | 'price'>) {
  const isSale = audience === 'sale';
  return {
    // Open to everybody is for sale at nothing. Wire contract 3.3.
    isSale: isSale || audience === 'everyone',
    isFree: audience === 'free',
    price: isSale ? Number(price) : 0,
  };
}

/** What its creator can change of a film or picture. One that goes along with its item has no id before that is stored. */
const getFilePart = (files: DraftFile[]) =>
  files.some((file) => findFileId(file) === null) ? undefined : files.map((file) => [findFileId(file), file.alt]);

/** Only what its kind of goods has. An empty field is a zero: nothing was said. */
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

/** How many there were when the draft was opened; undefined for a new one. */
export function getStockSeen({ id, began, stock }: Draft): number | undefined {
  // It was opened just now, to change something else.
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
 * What its creator can change of an item, part by part: neither counts nor what files have become and where they are fetched.
 * The photos of a gallery are items themselves.
 *
 * @param as what a draft is to be stored as. Undefined is then what it decides anew, or what is not known before.
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
  ].map((part) => JSON.stringify(part) as string | undefined);
}

/** What each of `listParts` is called. */
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
];

/** In words, what differs: `the title, the price and audience (now $9.00)`. @param places of the parts */
export const describeParts = (parts: (string | undefined)[], places: number[]): string =>
  places.map((place) => `the ${partNames[place]}${getPriceText(parts[place])}`).join(', ');

function getPriceText(part: string | undefined): string {
  const { isSale, price } = (JSON.parse(part ?? 'null') ?? {}) as Partial<ReturnType<typeof getOffer>>;
  return isSale && price ? ` (now ${formatMoney(price)})` : '';
}

const STOCK_PART = partNames.indexOf('stock');

/** Where `listParts` has those that may be empty. */
const emptiableParts = { title: 0, text: 1, tagline: 2, poll: 7, tags: 9, participants: 10 } as const;

/** Whether a field had a value when its draft was opened, or can have got one by a failed save since. */
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

/** What becomes of an item that nobody has seen yet; one that is out stays as it is. */
export function getPublication(draft: Draft, as: StoreAs) {
  if (wasPublished(draft)) return {};
  if (as === 'draft') return { status: 'inactive', isSchedule: false, scheduleAt: null } as const;
  const scheduleAt = draft.isLater ? getPublicationTime(draft).toISOString() : null;
  return { status: 'active', isSchedule: draft.isLater, scheduleAt } as const;
}

/** The same for a stored one that changes its state: whatever was planned for it is off. */
export const getPublicationFor = (to: NextState) =>
  ({ status: to === 'published' ? 'active' : 'inactive', isSchedule: false, scheduleAt: null }) as const;

/**
 * The same in the words of galleries, photos and products. Backends of the family know no day for them: only those that
 * keep one are told of it.
 */
export function* getAssetPublication(
  kind: 'gallery' | 'photo' | 'product',
  { status, isSchedule, scheduleAt }: Partial<ReturnType<typeof getPublication>>,
) {
  const canWait = yield* selectState(selectCanWait(kind));
  if (!status) return {};
  return { status, ...(canWait && { isSchedule, scheduledAt: scheduleAt }) };
}

/** Where a stored item stands, and when it goes out. @param at what posts call `scheduleAt`, and all others `scheduledAt` */
export function getStanding(item: Parameters<typeof getDraftState>[0], at: string | null | undefined) {
  const state = getDraftState(item);
  const isLater = state === 'scheduled';
  const plannedAt = isLater && at ? at : null;
  return { state, isLater, plannedAt, scheduleAt: plannedAt ? toLocalTime(plannedAt) : '' };
}

export type StoredFile = EndpointData<'getPerformerFeed'>['files'][number];

/** A stored file, in a draft. @param kind where its purpose does not say it. */
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
  | ('_id' | 'title' | 'description' | 'status' | 'isSchedule' | 'scheduledAt')
  | ('isSale' | 'isFree' | 'price' | 'stats' | 'createdAt' | 'updatedAt' | 'revision')
>;

/** What galleries and videos tell a list of own items alike, by the names that posts give it. */
export function readOwnAsset(asset: WireAsset) {
  const { _id, title, description, status, isSchedule, scheduledAt: scheduleAt } = asset;
  const { isSale, isFree, price, stats, createdAt, updatedAt } = asset;
  return {
    _id,
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

/** The same of a draft. */
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

/** For deletions: another tab, or a try whose response was lost, can have deleted it already. */
export function* ignoreNotFound(removal: Generator): Generator {
  try {
    yield* removal;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

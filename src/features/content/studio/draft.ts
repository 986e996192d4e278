import { studioKindNames, type StudioKindName } from '@/config/item-names';
import type { Audience } from '@/lib/audience';
import { toLocalTime } from '@/lib/calendar';

/** `file`: whatever it is, such as digital goods. */
export type FileKind = 'photo' | 'video' | 'audio' | 'file';

/** Which draft is meant: the one of its kind that is not stored yet, or a stored one by its id. */
export type DraftKey = string;
export const newDraftKey = (kind: StudioKindName): DraftKey => `new ${kind}`;
export const getDraftKey = ({ kind, id }: Pick<Draft, 'kind' | 'id'>): DraftKey => id ?? newDraftKey(kind);

/**
 * A file of an item: waiting its turn, on its way up, being prepared, ready, or refused; held by this page until its item is
 * stored, where files cannot go ahead of it. On its way it may stand still: paused, offline until there is a network, or
 * missing after a reload over which the browser could not keep it.
 */
export interface DraftFile {
  localId: string;
  kind: FileKind;
  name: string;
  /** Bytes. */
  size: number;
  status: 'waiting' | 'uploading' | 'offline' | 'paused' | 'missing' | 'processing' | 'ready' | 'failed' | 'held';
  /** 0..1 */
  progress: number;
  /** Until it is up, at the speed so far; null while that is not known. */
  secondsLeft: number | null;
  fileId: string | null;
  /** What the backend calls it while it comes in parts. */
  uploadId?: string | null;
  /** This device has it, so that its upload outlives the page. */
  isKept?: boolean;
  /** What it is stored as with its item: the file itself, or the photo of a gallery; null for what is new. */
  storedId: string | null;
  previewUrl: string | null;
  alt: string;
  /** What it is to be called, and why it was not stored: of films that become a video each. */
  title?: string;
  refusal?: string | null;
  /** Of those and of photos: it was sent to be stored, and no answer came yet. */
  sent?: FileSubmission | null;
  /** Of a film that is ready: the language of its words, null without. Changed at once, not with the item. */
  captions?: string | null;
  /** The description that is stored; of photos, which keep it by a call of their own. */
  storedAlt: string;
  error: string | null;
  /** Whether another try may succeed. */
  canRetry: boolean;
}

/** What is the same of every file that is not up yet. */
export const newFile = {
  ...{ progress: 0, secondsLeft: null, fileId: null, storedId: null, previewUrl: null },
  ...{ alt: '', storedAlt: '', error: null, canRetry: false },
} satisfies Partial<DraftFile>;

/** What tells a video or photo of the same creator that came of a file from those that were there before. */
export interface FileSubmission {
  title: string;
  /** Ids of those that were called the same; none for one that is known by its file. */
  before: string[];
}

/** What tells the item that came of a draft from those of the same creator that were there before. */
export interface DraftSubmission {
  title: string;
  text: string;
  fileIds: string[];
  /** When the newest of the others was made, in milliseconds since 1970 by the backend's clock; 0 without any. */
  after: number;
  /** What it was to become. */
  as: 'published' | 'draft';
  /** Its creator has changed it since. */
  isEdited: boolean;
}

/** Files stand in three places: the item's own, the picture everybody sees, the short film everybody sees. */
export type FileSlot = 'files' | 'thumbnail' | 'teaser';
export const fileSlots: FileSlot[] = ['files', 'thumbnail', 'teaser'];
/** All of a draft, wherever they stand. */
export const listFiles = (draft: Pick<Draft, FileSlot>): DraftFile[] => fileSlots.flatMap((slot) => draft[slot]);

export interface DraftPoll {
  question: string;
  /** With an id once the answer is stored: then people may have chosen it. */
  options: { id: string | null; text: string }[];
  /** How long it is open from the day the post goes out; null leaves the end it has. */
  days: number | null;
  /** ISO text; set for a stored poll. */
  endsAt: string | null;
}

/** Another creator who is in it. */
export interface Participant {
  _id: string;
  name: string;
  username: string;
  avatar: string;
}

/** An item while it is being written. Everything as typed; what its kind does not have stays empty. */
export interface Draft {
  kind: StudioKindName;
  /** Set once it is stored. */
  id: string | null;
  /** What the stored one is now. */
  state: 'new' | DraftState;
  title: string;
  text: string;
  /** What is inside, shown on the locked card. */
  tagline: string;
  audience: Audience;
  price: string;
  files: DraftFile[];
  thumbnail: DraftFile[];
  teaser: DraftFile[];
  /** Stored files that were taken out, by what they are stored as. */
  removed: { slot: FileSlot; id: string }[];
  /** What a new one is stored as already, by a try that did not reach its end. */
  begunId: string | null;
  /** It was sent to be stored, and no answer came yet. */
  sent: DraftSubmission | null;
  /** `localId` of the photo that was chosen to stand for all. */
  coverId: string | null;
  /** Where a photo lies; empty for one by itself. */
  galleryId: string;
  /** How a product reaches its buyer, and how many there are. */
  goods: 'physical' | 'digital';
  stock: string;
  poll: DraftPoll | null;
  tags: string[];
  participants: Participant[];
  /** It goes out at `scheduleAt`, not at once. */
  isLater: boolean;
  /** `2026-11-21T18:00`, on the writer's own clock. */
  scheduleAt: string;
  /** When the stored one goes out, ISO text: to the second, and in which of the two hours that a clock shows twice. */
  plannedAt: string | null;
  /** Of the stored one, where the backend counts its changes: a save in between is refused. ADR 49. */
  revision?: number | undefined;
  /** What a stored one was when it was opened, by `listParts`. */
  began?: (string | undefined)[];
  /** Something was typed, picked or taken away that is not stored. */
  isChanged: boolean;
  /** Milliseconds since 1970; when this device last kept what is new. */
  keptAt: number | null;
  /** It was found on this device. */
  isRestored: boolean;
}

export const emptyDraft: Draft = {
  ...{ kind: 'feed', id: null, state: 'new', title: '', text: '', tagline: '' },
  ...{ audience: 'subscribers', price: '', files: [], thumbnail: [], teaser: [], removed: [] },
  ...{ begunId: null, sent: null, coverId: null, galleryId: '', goods: 'physical', stock: '' },
  ...{ poll: null, tags: [], participants: [], isLater: false, scheduleAt: '', plannedAt: null },
  ...{ isChanged: false, keptAt: null, isRestored: false },
};

/** What is not begun yet, of each kind. What a store offers, everybody may look at. */
export const emptyDrafts = Object.fromEntries(
  studioKindNames.map((kind) => [kind, { ...emptyDraft, kind, ...(kind === 'product' && { audience: 'everyone' }) }]),
) as Record<StudioKindName, Draft>;

/** Where a stored item stands for its creator. */
export type DraftState = 'published' | 'scheduled' | 'draft' | 'hidden' | 'failed';

export function getDraftState({
  status,
  isSchedule,
}: {
  status: 'draft' | 'active' | 'inactive' | 'file-error';
  isSchedule?: boolean;
}): DraftState {
  if (status === 'active') return 'published';
  if (status === 'file-error') return 'failed';
  if (status === 'draft') return 'draft';
  return isSchedule ? 'scheduled' : 'hidden';
}

/** Whether fans have seen it: then it cannot be scheduled or be a draft any more. */
export const wasPublished = ({ state }: Draft): boolean =>
  state === 'published' || state === 'hidden' || state === 'failed';

/** The moment that a draft waits for; one that was not touched is what it was. */
export const getPublicationTime = ({ scheduleAt, plannedAt }: Pick<Draft, 'scheduleAt' | 'plannedAt'>): Date =>
  new Date(plannedAt !== null && toLocalTime(plannedAt) === scheduleAt ? plannedAt : scheduleAt);

/** Whether leaving it would lose something. */
export const hasContent = (draft: Draft): boolean =>
  draft.title !== '' || draft.text !== '' || draft.poll !== null || listFiles(draft).length > 0;

/** Whether the bytes of a file are still on their way. */
const isOnItsWay = ({ status }: DraftFile): boolean => ['waiting', 'uploading', 'offline'].includes(status);

/** Whether bytes of it are still on their way. */
export const isUploading = (draft: Draft): boolean => listFiles(draft).some(isOnItsWay);

/** Whether an upload of it waits for its creator. */
export const hasStalledUpload = (draft: Draft): boolean =>
  listFiles(draft).some(({ status }) => status === 'paused' || status === 'missing');

/** Whether files of it are on this page only: closing it would lose them. */
export const hasUnsavedFiles = (draft: Draft): boolean =>
  listFiles(draft).some(
    (file) => !file.isKept && file.storedId === null && (isOnItsWay(file) || file.status === 'held'),
  );

/** `localId` of the photo that stands for a gallery: the chosen one, else the first. */
export const getCoverId = ({ files, coverId }: Draft): string | undefined =>
  (files.find(({ localId }) => localId === coverId) ?? files[0])?.localId;

/** Whether a stored file was taken out of a slot that holds one, and nothing put in its place. */
export const isEmptied = (draft: Draft, slot: FileSlot): boolean =>
  draft[slot].length === 0 && draft.removed.some((one) => one.slot === slot);

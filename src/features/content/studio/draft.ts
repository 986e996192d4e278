import { studioKindNames, type StudioKindName } from '@/config/item-names';
import type { Audience } from '@/lib/audience';
import { toLocalTime } from '@/lib/calendar';
import { isMoving, type FileUpload } from './upload-step';

/** `file`: whatever it is, such as digital goods. */
export type FileKind = 'photo' | 'video' | 'audio' | 'file';

/** Which draft is meant: the one of its kind that is not stored yet, or a stored one by its id. */
export type DraftKey = string;
export const newDraftKey = (kind: StudioKindName): DraftKey => `new ${kind}`;
export const getDraftKey = ({ kind, id }: Pick<Draft, 'kind' | 'id'>): DraftKey => id ?? newDraftKey(kind);

/** A file of an item. */
export interface DraftFile {
  localId: string;
  kind: FileKind;
  name: string;
  /** Bytes. */
  size: number;
  upload: FileUpload;
  /** This device saved it, so that its upload outlives the page. */
  isOnDevice?: boolean;
  /** The id it is stored by with its item: of the file itself, or of the photo of a gallery; null while it is new. */
  storedId: string | null;
  previewUrl: string | null;
  alt: string;
  /** Its name as a video of its own, and why that was not stored. */
  title?: string;
  refusal?: string | null;
  /** Set while it is being stored as an item of its own, until an answer comes. */
  sent?: FileSubmission | null;
  /** The language of its captions, null without. They are stored at once, not with the item. */
  captions?: string | null;
  /** The description that is stored; of photos, which store it by a call of their own. */
  storedAlt: string;
}

/** The same for every new file. */
export const newFile = { storedId: null, previewUrl: null, alt: '', storedAlt: '' } satisfies Partial<DraftFile>;

/** Identifies the video or photo that came of a file, should the answer to its call be lost. */
export interface FileSubmission {
  title: string;
  /** Ids of earlier items with the same title; empty where the file id identifies the item. */
  before: string[];
}

/** Identifies the item that came of a draft, should the answer to its call be lost. */
export interface DraftSubmission {
  title: string;
  text: string;
  fileIds: string[];
  /** When the newest earlier item was made, in milliseconds since 1970 by the backend's clock; 0 without any. */
  after: number;
  as: 'published' | 'draft';
  /** Changed since it was sent. */
  isEdited: boolean;
}

/** The item's own files, the picture and the short video that everyone sees. */
export type FileSlot = 'files' | 'thumbnail' | 'teaser';
export const fileSlots: FileSlot[] = ['files', 'thumbnail', 'teaser'];
/** All files of a draft, in whichever slot. */
export const listFiles = (draft: Pick<Draft, FileSlot>): DraftFile[] => fileSlots.flatMap((slot) => draft[slot]);

/** One file in one place of one draft. */
export interface FilePlace {
  key: DraftKey;
  slot: FileSlot;
  localId: string;
}

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
  /** The id of a new one that is stored already, by a try that did not reach its end. */
  begunId: string | null;
  /** Set while it is being stored, until an answer comes. */
  sent: DraftSubmission | null;
  /** `localId` of the photo that was chosen to stand for all. */
  coverId: string | null;
  /** Where a photo lies; empty for one by itself. */
  galleryId: string;
  /** How a product reaches its buyer, and how many there are. */
  goods: 'physical' | 'digital';
  stock: string;
  /** How it arrives, where the backend keeps that; empty: not told, without limit, everywhere. */
  shippingPrice: string;
  packDays: string;
  deliverDays: string;
  downloadLimit: string;
  downloadDays: string;
  /** Countries by two letters. */
  shipsTo: string[];
  poll: DraftPoll | null;
  tags: string[];
  participants: Participant[];
  /** It goes out at `scheduleAt`, not at once. */
  isLater: boolean;
  /** `2026-11-21T18:00`, on the writer's own clock. */
  scheduleAt: string;
  /** When the stored one goes out, ISO text: to the second, and in which of the two hours that a clock shows twice. */
  plannedAt: string | null;
  /** Of the stored one, where the backend counts its changes: a save in between is refused. ADR 38. */
  revision?: number | undefined;
  /** The parts of a stored one when it was opened, by `listParts`. */
  began?: (string | undefined)[];
  /** Something was typed, picked or taken away that is not stored. */
  isChanged: boolean;
  /** Milliseconds since 1970; when this device last saved it. */
  keptAt: number | null;
  /** It was found on this device. */
  isRestored: boolean;
}

export const emptyDraft: Draft = {
  kind: 'feed',
  id: null,
  state: 'new',
  title: '',
  text: '',
  tagline: '',
  audience: 'subscribers',
  price: '',
  files: [],
  thumbnail: [],
  teaser: [],
  removed: [],
  begunId: null,
  sent: null,
  coverId: null,
  galleryId: '',
  goods: 'physical',
  stock: '',
  shippingPrice: '',
  packDays: '',
  deliverDays: '',
  downloadLimit: '',
  downloadDays: '',
  shipsTo: [],
  poll: null,
  tags: [],
  participants: [],
  isLater: false,
  scheduleAt: '',
  plannedAt: null,
  isChanged: false,
  keptAt: null,
  isRestored: false,
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

const isUnsaved = (file: DraftFile): boolean => file.storedId === null;

/** Whether bytes of it are still going up. */
export const isUploading = (draft: Draft): boolean =>
  listFiles(draft).some((file) => isUnsaved(file) && isMoving(file.upload));

/** Whether an upload of it waits for its creator. */
export const hasStalledUpload = (draft: Draft): boolean =>
  listFiles(draft).some(({ upload }) => upload.step === 'paused' || upload.step === 'missing');

/** Whether files of it are on this page only: closing it would lose them. */
export const hasUnsavedFiles = (draft: Draft): boolean =>
  listFiles(draft).some(
    (file) => isUnsaved(file) && !file.isOnDevice && (isMoving(file.upload) || file.upload.step === 'held'),
  );

/** `localId` of the photo that stands for a gallery: the chosen one, else the first. */
export const getCoverId = ({ files, coverId }: Draft): string | undefined =>
  (files.find(({ localId }) => localId === coverId) ?? files[0])?.localId;

/** Whether a stored file was taken out of a slot that holds one, and nothing put in its place. */
export const isEmptied = (draft: Draft, slot: FileSlot): boolean =>
  draft[slot].length === 0 && draft.removed.some((one) => one.slot === slot);

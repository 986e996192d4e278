import { studioKindNames, type StudioKindName } from '@/config/item-names';
import type { Audience } from '@/lib/audience';
import { toLocalTime } from '@/lib/calendar';
import { isMoving, type FileUpload } from './upload-step';

/** `file`: any format, for product files. */
export type FileKind = 'photo' | 'video' | 'audio' | 'file';

/** The id of a stored item; for a new item, one key per kind. */
export type DraftKey = string;
export const newDraftKey = (kind: StudioKindName): DraftKey => `new ${kind}`;
export const getDraftKey = ({ kind, id }: Pick<Draft, 'kind' | 'id'>): DraftKey => id ?? newDraftKey(kind);

export interface DraftFile {
  localId: string;
  kind: FileKind;
  name: string;
  size: number;
  upload: FileUpload;
  /** Whether it is saved on this device, so that its upload can continue after a reload. */
  isOnDevice?: boolean;
  /** Its id in the stored item: the file id or, in a gallery, the photo id. Null while it is new. */
  storedId: string | null;
  previewUrl: string | null;
  alt: string;
  /** In a bulk upload: the title of its video, and why that could not be stored. */
  title?: string;
  refusal?: string | null;
  /** Set while it is being stored as a separate item, until the response. */
  sent?: FileSubmission | null;
  /** Language of its captions; null if it has none. Captions are stored immediately, not with the item. */
  captions?: string | null;
  /** The stored description of a photo, which is changed by a separate call. */
  storedAlt: string;
}

export const newFile = { storedId: null, previewUrl: null, alt: '', storedAlt: '' } satisfies Partial<DraftFile>;

/** Identifies the video or photo created from a file if the response is lost. */
export interface FileSubmission {
  title: string;
  /** Ids of earlier items with the same title; empty if the file id identifies the item. */
  before: string[];
}

/** Identifies the item created from a draft if the response is lost. */
export interface DraftSubmission {
  title: string;
  text: string;
  fileIds: string[];
  /** Creation time of the newest earlier item, in ms since 1970 by the backend's clock; 0 if there is none. */
  after: number;
  as: 'published' | 'draft';
  isEdited: boolean;
}

/** `thumbnail` and `teaser` are the picture and the short video that everyone can see. */
export type FileSlot = 'files' | 'thumbnail' | 'teaser';
export const fileSlots: FileSlot[] = ['files', 'thumbnail', 'teaser'];
export const listFiles = (draft: Pick<Draft, FileSlot>): DraftFile[] => fileSlots.flatMap((slot) => draft[slot]);

export interface FilePlace {
  key: DraftKey;
  slot: FileSlot;
  localId: string;
}

export interface DraftPoll {
  question: string;
  /** Only a stored option has an id; it may have votes. */
  options: { id: string | null; text: string }[];
  /** Days from the publication of the post; null keeps `endsAt`. */
  days: number | null;
  /** ISO 8601; set for a stored poll. */
  endsAt: string | null;
}

export interface Participant {
  _id: string;
  name: string;
  username: string;
  avatar: string;
}

/** An item in the editor. Values are as typed; fields that its kind lacks stay empty. */
export interface Draft {
  kind: StudioKindName;
  id: string | null;
  state: 'new' | DraftState;
  title: string;
  text: string;
  /** Describes the content; shown on the locked card. */
  tagline: string;
  audience: Audience;
  price: string;
  files: DraftFile[];
  thumbnail: DraftFile[];
  teaser: DraftFile[];
  /** Stored files that were removed, by their `storedId`. */
  removed: { slot: FileSlot; id: string }[];
  begunId: string | null;
  /** Set while the item is being stored, until the response. */
  sent: DraftSubmission | null;
  coverId: string | null;
  galleryId: string;
  goods: 'physical' | 'digital';
  stock: string;
  /** Delivery, if the backend stores it. Empty means unknown days, unlimited downloads, or shipping to all countries. */
  shippingPrice: string;
  packDays: string;
  deliverDays: string;
  downloadLimit: string;
  downloadDays: string;
  shipsTo: string[];
  poll: DraftPoll | null;
  /** Start of the live show that the post announces, as in `scheduleAt`; null if it announces none. */
  showAt: string | null;
  /** The stored start, ISO 8601. */
  announcedAt: string | null;
  tags: string[];
  participants: Participant[];
  isLater: boolean;
  /** `2026-11-21T18:00`, in local time. */
  scheduleAt: string;
  /** Publication time of a stored item, ISO 8601: exact to the second, and unambiguous when clocks are set back. */
  plannedAt: string | null;
  /** Revision of the stored item, if the backend counts revisions: it rejects changes to an older one. ADR 38. */
  revision?: number | undefined;
  /** The result of `listParts` when the stored item was opened. */
  began?: (string | undefined)[];
  isChanged: boolean;
  /** When this device last saved it, in milliseconds since 1970. */
  keptAt: number | null;
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
  showAt: null,
  announcedAt: null,
  tags: [],
  participants: [],
  isLater: false,
  scheduleAt: '',
  plannedAt: null,
  isChanged: false,
  keptAt: null,
  isRestored: false,
};

/** Products are always visible to everyone. */
export const emptyDrafts = Object.fromEntries(
  studioKindNames.map((kind) => [kind, { ...emptyDraft, kind, ...(kind === 'product' && { audience: 'everyone' }) }]),
) as Record<StudioKindName, Draft>;

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

export const wasPublished = ({ state }: Draft): boolean =>
  state === 'published' || state === 'hidden' || state === 'failed';

/** A time that was not edited keeps its seconds. */
const getTime = (local: string, stored: string | null): Date =>
  new Date(stored !== null && toLocalTime(stored) === local ? stored : local);

export const getPublicationTime = ({ scheduleAt, plannedAt }: Pick<Draft, 'scheduleAt' | 'plannedAt'>): Date =>
  getTime(scheduleAt, plannedAt);

/** Start of the announced show; null if the post announces none. */
export const getShowTime = ({ showAt, announcedAt }: Pick<Draft, 'showAt' | 'announcedAt'>): Date | null =>
  showAt === null ? null : getTime(showAt, announcedAt);

export const hasContent = (draft: Draft): boolean =>
  draft.title !== '' ||
  draft.text !== '' ||
  draft.poll !== null ||
  draft.showAt !== null ||
  listFiles(draft).length > 0;

const isUnsaved = (file: DraftFile): boolean => file.storedId === null;

export const isUploading = (draft: Draft): boolean =>
  listFiles(draft).some((file) => isUnsaved(file) && isMoving(file.upload));

export const hasStalledUpload = (draft: Draft): boolean =>
  listFiles(draft).some(({ upload }) => upload.step === 'paused' || upload.step === 'missing');

export const hasUnsavedFiles = (draft: Draft): boolean =>
  listFiles(draft).some(
    (file) => isUnsaved(file) && !file.isOnDevice && (isMoving(file.upload) || file.upload.step === 'held'),
  );

/** Unless another is chosen, the first photo is the cover of a gallery. */
export const getCoverId = ({ files, coverId }: Draft): string | undefined =>
  (files.find(({ localId }) => localId === coverId) ?? files[0])?.localId;

/** Whether a stored file was removed from a slot for a single file and not replaced. */
export const isEmptied = (draft: Draft, slot: FileSlot): boolean =>
  draft[slot].length === 0 && draft.removed.some((one) => one.slot === slot);

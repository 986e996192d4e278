import { limits } from '@contract/base/limits';
import type { EndpointData } from '@contract/schemas';
import type { Audience } from '@/lib/audience';

export type OwnFeed = EndpointData<'getPerformerFeed'>;
export type FileKind = 'photo' | 'video' | 'audio';

/** Which draft is meant: the post that is not stored yet, or a stored one by its id. */
export type DraftKey = string;
export const newDraftKey: DraftKey = 'new';

/** A file of a post: waiting its turn, on its way up, being prepared, ready, or refused. */
export interface DraftFile {
  localId: string;
  kind: FileKind;
  name: string;
  /** Bytes. */
  size: number;
  status: 'waiting' | 'uploading' | 'processing' | 'ready' | 'failed';
  /** 0..1 */
  progress: number;
  /** Until it is up, at the speed so far; null while that is not known. */
  secondsLeft: number | null;
  fileId: string | null;
  previewUrl: string | null;
  alt: string;
  error: string | null;
  /** Whether another try may succeed. */
  canRetry: boolean;
}

/** Files stand in three places: the post's own, the picture everybody sees, the short film everybody sees. */
export type FileSlot = 'files' | 'thumbnail' | 'teaser';
export const fileSlots: FileSlot[] = ['files', 'thumbnail', 'teaser'];

export interface DraftPoll {
  question: string;
  /** With an id once the answer is stored: then people may have chosen it. */
  options: { id: string | null; text: string }[];
  /** How long it is open from the day the post goes out; null leaves the end it has. */
  days: number | null;
  /** ISO text; set for a stored poll. */
  endsAt: string | null;
}

/** A post while it is being written. Everything as typed. */
export interface Draft {
  /** Set once it is stored. */
  id: string | null;
  /** What the stored post is now. */
  state: 'new' | PostState;
  title: string;
  text: string;
  /** What is inside, shown on the locked card. */
  tagline: string;
  audience: Audience;
  price: string;
  files: DraftFile[];
  thumbnail: DraftFile[];
  teaser: DraftFile[];
  poll: DraftPoll | null;
  /** It goes out at `scheduleAt`, not at once. */
  isLater: boolean;
  /** `2026-11-21T18:00`, on the writer's own clock. */
  scheduleAt: string;
  /** Something was typed, picked or taken away that is not stored. */
  isChanged: boolean;
}

export const emptyDraft: Draft = {
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
  poll: null,
  isLater: false,
  scheduleAt: '',
  isChanged: false,
};

/** Where a stored post stands for its creator. */
export type PostState = 'published' | 'scheduled' | 'draft' | 'hidden' | 'failed';

export function stateOf({ status, isSchedule }: Pick<OwnFeed, 'status' | 'isSchedule'>): PostState {
  if (status === 'active') return 'published';
  if (status === 'file-error') return 'failed';
  if (status === 'draft') return 'draft';
  return isSchedule ? 'scheduled' : 'hidden';
}

/** Whether fans have seen the post: then it cannot be scheduled or be a draft any more. */
export const isOut = ({ state }: Draft): boolean => state === 'published' || state === 'hidden' || state === 'failed';

/** What a draft may contain next: one kind of file in a post, several only of pictures. */
export function canAddFile(draft: Draft, kind: FileKind): boolean {
  const [first] = draft.files;
  if (!first) return true;
  return first.kind === 'photo' && kind === 'photo' && draft.files.length < limits.feedFiles;
}

/** Whether leaving it would lose something. */
export const hasContent = (draft: Draft): boolean =>
  draft.title !== '' || draft.text !== '' || draft.poll !== null || fileSlots.some((slot) => draft[slot].length > 0);

/** Whether bytes of it are still on their way. */
export const isUploading = (draft: Draft): boolean =>
  fileSlots.some((slot) => draft[slot].some(({ status }) => status === 'waiting' || status === 'uploading'));

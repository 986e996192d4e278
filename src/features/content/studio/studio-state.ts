import type { StudioKindName } from '@/config/item-names';
import type { ApiFailure } from '@/services/api-error';
import {
  emptyDrafts,
  newDraftKey,
  type Draft,
  type DraftFile,
  type DraftKey,
  type FilePlace,
  type Participant,
} from './draft';
import type { StoreAs } from './studio-kind';

export interface RequestState {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
}

export interface SavingState extends RequestState {
  as: StoreAs;
}

/** Drafts, and the editor they are written in. */
export interface WritingState {
  /** They stay, with their uploads, while other pages are looked at. */
  drafts: Record<DraftKey, Draft>;
  /** The one that the editor shows, and its kind. */
  openKey: DraftKey;
  openKind: StudioKindName;
  /** Fetching the stored item that is to be changed. */
  opening: RequestState;
  /** Drafts that are being stored, or could not be; each goes on while others are written. */
  saving: Record<DraftKey, SavingState>;
  /** Drafts that another tab writes: here they show as that one saves them. */
  elsewhere: Record<DraftKey, true>;
  /** Galleries that a photo can be put in; null until they are loaded. */
  galleries: { _id: string; title: string }[] | null;
  /** Creators of a name, and the query that found them. */
  found: { words: string; people: Participant[] };
}

export const IDLE: RequestState = { status: 'idle', error: null };

export const initialState: WritingState = {
  drafts: {},
  openKey: newDraftKey('feed'),
  openKind: 'feed',
  opening: IDLE,
  saving: {},
  elsewhere: {},
  galleries: null,
  found: { words: '', people: [] },
};

/** The draft of videos that are to become an item each. */
export const BULK_KEY: DraftKey = 'bulk video';

/** Whether each of many videos is stored by now. */
export const isBulkDone = ({ files }: Draft): boolean => files.every(({ storedId }) => storedId !== null);

/** The file at a place; undefined once it was removed. */
export const findFile = (
  { drafts }: Pick<WritingState, 'drafts'>,
  { key, slot, localId }: FilePlace,
): DraftFile | undefined => drafts[key]?.[slot].find((file) => file.localId === localId);

/** A draft that its creator changes, made if there is none. */
export function editDraft(state: WritingState, key: DraftKey = state.openKey): Draft {
  // With lists of its own: they are changed in place.
  const draft = (state.drafts[key] ??= {
    ...emptyDrafts[state.openKind],
    files: [],
    thumbnail: [],
    teaser: [],
    removed: [],
  });
  draft.isChanged = true;
  if (draft.sent) draft.sent.isEdited = true;
  clearSavingFailure(state, key);
  return draft;
}

/** Clears a failed save when the draft changes or is reopened; leaves a running one. */
export function clearSavingFailure({ saving }: WritingState, key: DraftKey): void {
  if (saving[key]?.status === 'failed') delete saving[key];
}

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

export interface WritingState {
  /** Drafts and their uploads continue while the creator visits other pages. */
  drafts: Record<DraftKey, Draft>;
  openKey: DraftKey;
  openKind: StudioKindName;
  opening: RequestState;
  /** Drafts that are being saved, or failed to save; the others can still be edited. */
  saving: Record<DraftKey, SavingState>;
  elsewhere: Record<DraftKey, true>;
  galleries: { _id: string; title: string }[] | null;
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

/** The draft of a bulk upload, in which each file becomes a video. */
export const BULK_KEY: DraftKey = 'bulk video';

export const isBulkDone = ({ files }: Draft): boolean => files.every(({ storedId }) => storedId !== null);

export const findFile = (
  { drafts }: Pick<WritingState, 'drafts'>,
  { key, slot, localId }: FilePlace,
): DraftFile | undefined => drafts[key]?.[slot].find((file) => file.localId === localId);

export function editDraft(state: WritingState, key: DraftKey = state.openKey): Draft {
  // The arrays are copied, because they are mutated.
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

/** Clears a failed save when the draft changes or is reopened; leaves a running save alone. */
export function clearSavingFailure({ saving }: WritingState, key: DraftKey): void {
  if (saving[key]?.status === 'failed') delete saving[key];
}

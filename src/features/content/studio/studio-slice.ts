import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import {
  emptyDraft,
  fileSlots,
  hasContent,
  newDraftKey,
  type Draft,
  type DraftFile,
  type DraftKey,
  type FileSlot,
  type OwnFeed,
} from './draft';
import type { StoreAs } from './draft-wire';

export type PostQuery = NonNullable<EndpointInput<'listPerformerFeeds'>['query']>;

interface Doing {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
}

export interface StudioState {
  posts: Record<string, OwnFeed>;
  list: {
    ids: string[];
    total: number;
    status: 'idle' | 'pending' | 'ready' | 'failed';
    error: ApiFailure | null;
    query: PostQuery;
  };
  /** What is being written: it stays, with its uploads, while other pages are looked at. */
  drafts: Record<DraftKey, Draft>;
  /** Which of them the composer shows. */
  openKey: DraftKey;
  /** The stored post that is being fetched to be changed. */
  opening: Doing;
  saving: Doing & { as: StoreAs };
  /** Milliseconds since 1970; when this device last kept what is new. */
  keptAt: number | null;
  /** Something was found on this device; `lost` counts the files that had not come up. */
  restored: { lost: number } | null;
}

declare module '@/store/state' {
  interface StoreState {
    studio: StudioState;
  }
}

export const postsPerPage = 10;

const quiet: Doing = { status: 'idle', error: null };
const initialState: StudioState = {
  posts: {},
  list: { ids: [], total: 0, status: 'idle', error: null, query: {} },
  drafts: {},
  openKey: newDraftKey,
  opening: quiet,
  saving: { ...quiet, as: 'published' },
  keptAt: null,
  restored: null,
};

/** One file in one place of one draft. */
export interface FilePlace {
  key: DraftKey;
  slot: FileSlot;
  localId: string;
}

export const postDeleteRequested = createAction<{ ids: string[] }>('studio/deleteRequested');
export const postStateChosen = createAction<{ ids: string[]; to: 'published' | 'hidden' | 'draft' }>(
  'studio/stateChosen',
);
/** Looks whether this device kept something unfinished, unless it is here already. */
export const keptDraftWanted = createAction('studio/keptDraftWanted');
/** Keeps what is new on this device now, not in a moment. */
export const draftKeepWanted = createAction('studio/draftKeepWanted');
/** A file that failed, once more. */
export const fileRetried = createAction<FilePlace>('studio/fileRetried');

/** The open draft, to be changed. */
function edit(state: StudioState): Draft {
  // With lists of its own: they are changed in place.
  const draft = (state.drafts[state.openKey] ??= { ...emptyDraft, files: [], thumbnail: [], teaser: [] });
  draft.isChanged = true;
  if (state.saving.status === 'failed') Object.assign(state.saving, quiet);
  return draft;
}

export const studioSlice = createSlice({
  name: 'studio',
  initialState,
  reducers: {
    postsRequested(state, { payload }: PayloadAction<PostQuery>) {
      state.list = { ...state.list, status: 'pending', error: null, query: payload };
    },
    postsLoaded(state, { payload }: PayloadAction<{ posts: OwnFeed[]; total: number }>) {
      for (const post of payload.posts) state.posts[post._id] = post;
      Object.assign(state.list, { ids: payload.posts.map((post) => post._id), total: payload.total, status: 'ready' });
    },
    postsFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state.list, { status: 'failed', error: payload });
    },
    postsRemoved(state, { payload }: PayloadAction<string[]>) {
      state.list.ids = state.list.ids.filter((id) => !payload.includes(id));
      state.list.total -= payload.length;
      for (const id of payload) delete state.posts[id];
    },
    /** The composer shows a stored post, or without an id the new one. */
    composerOpened(state, { payload: { id } }: PayloadAction<{ id?: string }>) {
      state.openKey = id ?? newDraftKey;
      state.opening = id ? { status: 'pending', error: null } : quiet;
      Object.assign(state.saving, quiet);
    },
    draftOpened(state, { payload }: PayloadAction<Draft & { id: string }>) {
      state.drafts[payload.id] = payload;
      state.opening = quiet;
    },
    draftOpeningFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.opening = { status: 'failed', error: payload };
    },
    draftRestored(state, { payload }: PayloadAction<{ draft: Draft; at: number; lost: number }>) {
      const { draft, at, lost } = payload;
      state.drafts[newDraftKey] = draft;
      Object.assign(state, { keptAt: at, restored: { lost } });
    },
    draftKept(state, { payload: { at } }: PayloadAction<{ at: number }>) {
      state.keptAt = at;
    },
    /** It is stored, given up or thrown away: nothing of it stays here, and its uploads stop. */
    draftClosed(state, { payload: { key } }: PayloadAction<{ key: DraftKey }>) {
      delete state.drafts[key];
      if (key === newDraftKey) Object.assign(state, { keptAt: null, restored: null });
      Object.assign(state.saving, quiet);
    },
    draftChanged(state, { payload }: PayloadAction<Partial<Draft>>) {
      Object.assign(edit(state), payload);
    },
    /** `file` goes up when its turn comes, unless it was refused before. */
    filePicked(
      state,
      { payload: { slot, draftFile } }: PayloadAction<{ slot: FileSlot; draftFile: DraftFile; file: File }>,
    ) {
      edit(state)[slot].push(draftFile);
    },
    fileChanged(state, { payload: { place, part } }: PayloadAction<{ place: FilePlace; part: Partial<DraftFile> }>) {
      const file = state.drafts[place.key]?.[place.slot].find(({ localId }) => localId === place.localId);
      if (file) Object.assign(file, part);
    },
    fileDescribed(state, { payload }: PayloadAction<{ localId: string; alt: string }>) {
      const file = edit(state).files.find((one) => one.localId === payload.localId);
      if (file) file.alt = payload.alt;
    },
    fileMoved(state, { payload: { from, to } }: PayloadAction<{ from: number; to: number }>) {
      const { files } = edit(state);
      const [file] = files.splice(from, 1);
      if (file) files.splice(to, 0, file);
    },
    fileRemoved(state, { payload: { slot, localId } }: PayloadAction<Omit<FilePlace, 'key'>>) {
      const draft = edit(state);
      draft[slot] = draft[slot].filter((one) => one.localId !== localId);
    },
    storeRequested(state, { payload: { as } }: PayloadAction<{ as: StoreAs }>) {
      state.saving = { status: 'pending', error: null, as };
    },
    storeFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state.saving, { status: 'failed', error: payload });
    },
  },
});

export const {
  postsRequested,
  postsLoaded,
  postsFailed,
  postsRemoved,
  composerOpened,
  draftOpened,
  draftOpeningFailed,
  draftRestored,
  draftKept,
  draftClosed,
  draftChanged,
  filePicked,
  fileChanged,
  fileDescribed,
  fileMoved,
  fileRemoved,
  storeRequested,
  storeFailed,
} = studioSlice.actions;

export const selectOpenKey = (state: StoreState) => state.studio.openKey;
export const selectDraft = (state: StoreState) => state.studio.drafts[state.studio.openKey] ?? emptyDraft;
export const selectOpening = (state: StoreState) => state.studio.opening;
export const selectSaving = (state: StoreState) => state.studio.saving;
export const selectKeptAt = (state: StoreState) => state.studio.keptAt;
export const selectRestored = (state: StoreState) => state.studio.restored;
export const selectPostList = (state: StoreState) => state.studio.list;
export const selectPosts = (state: StoreState) => state.studio.posts;

/** The new post, while there is something in it. */
export function selectUnfinished(state: StoreState): Draft | null {
  const draft = state.studio.drafts[newDraftKey];
  return draft && draft.isChanged && hasContent(draft) ? draft : null;
}

/** One file where it stands; undefined once it was taken out. */
export const selectFile =
  ({ key, slot, localId }: FilePlace) =>
  (state: StoreState) =>
    state.studio.drafts[key]?.[slot].find((file) => file.localId === localId);

/** Every file of a draft with its place. */
export const selectFiles = (key: DraftKey) => (state: StoreState) =>
  fileSlots.flatMap((slot) =>
    (state.studio.drafts[key]?.[slot] ?? []).map((file) => ({ file, place: { key, slot, localId: file.localId } })),
  );

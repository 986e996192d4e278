import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';
import { emptyDraft, type Draft, type DraftFile, type FileSlot, type OwnFeed } from './draft';

export type PostQuery = NonNullable<EndpointInput<'listPerformerFeeds'>['query']>;

export interface StudioState {
  posts: Record<string, OwnFeed>;
  list: {
    ids: string[];
    total: number;
    status: 'idle' | 'pending' | 'ready' | 'failed';
    error: ApiFailure | null;
    query: PostQuery;
  };
  draft: Draft;
  /** The stored post that is being fetched to be changed. */
  opening: { status: 'idle' | 'pending' | 'failed'; error: ApiFailure | null };
  saving: { status: 'idle' | 'pending' | 'failed'; error: ApiFailure | null };
}

declare module '@/store/state' {
  interface StoreState {
    studio: StudioState;
  }
}

export const postsPerPage = 10;

const quiet = { status: 'idle', error: null } as const;
const initialState: StudioState = {
  posts: {},
  list: { ids: [], total: 0, status: 'idle', error: null, query: {} },
  draft: emptyDraft,
  opening: quiet,
  saving: quiet,
};

export const filePicked = createAction<{ slot: FileSlot; draftFile: DraftFile; file: File }>('studio/filePicked');
export const postDeleteRequested = createAction<{ ids: string[] }>('studio/deleteRequested');
export const postStatusChosen = createAction<{ ids: string[]; status: 'active' | 'inactive' }>('studio/statusChosen');

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
    draftStarted(state) {
      Object.assign(state, { draft: emptyDraft, saving: quiet, opening: quiet });
    },
    draftWanted(state, _action: PayloadAction<{ id: string }>) {
      Object.assign(state, { draft: emptyDraft, saving: quiet, opening: { status: 'pending', error: null } });
    },
    draftOpened(state, { payload }: PayloadAction<Draft>) {
      Object.assign(state, { draft: payload, opening: quiet });
    },
    draftOpeningFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.opening = { status: 'failed', error: payload };
    },
    draftChanged(state, { payload }: PayloadAction<Partial<Draft>>) {
      Object.assign(state.draft, payload);
      if (state.saving.status === 'failed') state.saving = quiet;
    },
    fileChanged(state, { payload: { slot, file } }: PayloadAction<{ slot: FileSlot; file: DraftFile }>) {
      const list = state.draft[slot];
      const index = list.findIndex((one) => one.localId === file.localId);
      if (index >= 0) list[index] = { ...file, alt: list[index]?.alt ?? file.alt };
      else list.push(file);
    },
    fileDescribed(state, { payload }: PayloadAction<{ localId: string; alt: string }>) {
      const file = state.draft.files.find((one) => one.localId === payload.localId);
      if (file) file.alt = payload.alt;
    },
    fileMoved(state, { payload: { from, to } }: PayloadAction<{ from: number; to: number }>) {
      const [file] = state.draft.files.splice(from, 1);
      if (file) state.draft.files.splice(to, 0, file);
    },
    fileRemoved(state, { payload: { slot, localId } }: PayloadAction<{ slot: FileSlot; localId: string }>) {
      state.draft[slot] = state.draft[slot].filter((one) => one.localId !== localId);
    },
    publishRequested(state) {
      state.saving = { status: 'pending', error: null };
    },
    publishFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.saving = { status: 'failed', error: payload };
    },
  },
});

export const {
  postsRequested,
  postsLoaded,
  postsFailed,
  postsRemoved,
  draftStarted,
  draftWanted,
  draftOpened,
  draftOpeningFailed,
  draftChanged,
  fileChanged,
  fileDescribed,
  fileMoved,
  fileRemoved,
  publishRequested,
  publishFailed,
} = studioSlice.actions;

export const selectDraft = (state: StoreState) => state.studio.draft;
export const selectOpening = (state: StoreState) => state.studio.opening;
export const selectSaving = (state: StoreState) => state.studio.saving;
export const selectPostList = (state: StoreState) => state.studio.list;
export const selectPosts = (state: StoreState) => state.studio.posts;

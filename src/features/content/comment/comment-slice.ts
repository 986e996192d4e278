import { createAction, createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { reactionChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';

/** A comment as stored here; one that is not on the server yet has a local id and says how its sending stands. */
export type Comment = EndpointData<'listComments'>['data'][number] & {
  delivery?: 'sending' | 'failed' | 'deleting' | 'saving';
};

/** What is commented on. A comment on a comment is a reply. */
export interface Subject {
  objectType: Comment['objectType'];
  objectId: string;
}

/** Whether the viewer may add something, and whom the creator takes it from. Servers that do not say so take it from all. */
export type CommentAccess = Pick<EndpointData<'listComments'>, 'mayComment' | 'commentsFrom'>;

/** Comments on one thing. Newest first; replies oldest first, as they are read. */
export interface Thread {
  ids: string[];
  total: number;
  /** How many the server gave, to ask for the next ones. */
  read: number;
  status: 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  access: CommentAccess;
}

export interface CommentState {
  comments: Record<string, Comment>;
  threads: Record<string, Thread>;
}

declare module '@/store/state' {
  interface StoreState {
    comment: CommentState;
  }
}

export interface Draft extends Subject {
  content: string;
  /** Until the server gives it an id. */
  localId: string;
  author: { _id: string; name: string; username?: string | null; avatar: string; isPerformer: boolean };
}

/** The name of what is commented on. */
export const threadKey = ({ objectType, objectId }: Subject) => `${objectType}:${objectId}`;

function subjectOf(key: string): Subject {
  const [objectType, objectId] = key.split(':') as [Subject['objectType'], string];
  return { objectType, objectId };
}

export const deleteRequested = createAction<{ id: string }>('comment/deleteRequested');

const newThread = (): Thread => ({ ids: [], total: 0, read: 0, status: 'pending', error: null, access: {} });

const initialState: CommentState = { comments: {}, threads: {} };

function localComment(draft: Draft): Comment {
  const now = new Date().toISOString();
  return {
    _id: draft.localId,
    content: draft.content,
    objectId: draft.objectId,
    objectType: draft.objectType,
    createdBy: draft.author._id,
    // The sender's own view of himself: as much of a person as a comment shows.
    creator: draft.author as Comment['creator'],
    isLiked: false,
    isAuth: true,
    totalReply: 0,
    totalLike: 0,
    createdAt: now,
    updatedAt: now,
    delivery: 'sending',
  };
}

function drop(state: CommentState, id: string): void {
  const comment = state.comments[id];
  const thread = comment && state.threads[threadKey(comment)];
  if (thread) {
    thread.ids = thread.ids.filter((known) => known !== id);
    if (comment.delivery === 'deleting') {
      thread.total -= 1;
      thread.read -= 1;
    }
  }
  delete state.comments[id];
}

export const commentSlice = createSlice({
  name: 'comment',
  initialState,
  reducers: {
    /** The first part, or with `more` the next. */
    threadRequested(state, { payload: { more, ...subject } }: PayloadAction<Subject & { more?: boolean }>) {
      const key = threadKey(subject);
      const thread = state.threads[key];
      if (more && thread) Object.assign(thread, { status: 'pending', error: null });
      else if (!thread || thread.status === 'failed') state.threads[key] = newThread();
    },
    threadLoaded(
      state,
      { payload }: PayloadAction<{ subject: Subject; list: Comment[]; total: number; access: CommentAccess }>,
    ) {
      const thread = state.threads[threadKey(payload.subject)];
      if (!thread) return;
      for (const comment of payload.list) state.comments[comment._id] = comment;
      thread.ids = [...new Set([...thread.ids, ...payload.list.map((comment) => comment._id)])];
      thread.read += payload.list.length;
      thread.total = payload.total;
      thread.status = 'ready';
      thread.access = payload.access;
    },
    /** The viewer followed or subscribed meanwhile, or the creator chose otherwise. */
    accessChanged(state, { payload }: PayloadAction<{ subject: Subject; access: CommentAccess }>) {
      const thread = state.threads[threadKey(payload.subject)];
      if (thread) thread.access = payload.access;
    },
    threadFailed(state, { payload }: PayloadAction<{ subject: Subject; error: ApiFailure }>) {
      const thread = state.threads[threadKey(payload.subject)];
      if (thread) Object.assign(thread, { status: 'failed', error: payload.error });
    },
    commentSent: {
      prepare: (draft: Omit<Draft, 'localId'>) => ({ payload: { ...draft, localId: `local-${nanoid(8)}` } }),
      reducer(state, { payload }: PayloadAction<Draft>) {
        const thread = (state.threads[threadKey(payload)] ??= { ...newThread(), status: 'ready' });
        state.comments[payload.localId] = localComment(payload);
        if (payload.objectType === 'comment') thread.ids.push(payload.localId);
        else thread.ids.unshift(payload.localId);
      },
    },
    /** One more try with a comment that did not arrive. */
    commentRetried(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      const comment = state.comments[id];
      if (comment) comment.delivery = 'sending';
    },
    commentStored(state, { payload: { localId, comment } }: PayloadAction<{ localId: string; comment: Comment }>) {
      const thread = state.threads[threadKey(comment)];
      if (thread) {
        thread.ids = [...new Set(thread.ids.map((id) => (id === localId ? comment._id : id)))];
        thread.total += 1;
        thread.read += 1;
      }
      const local = state.comments[localId];
      state.comments[comment._id] = { ...comment, creator: comment.creator ?? local?.creator };
      delete state.comments[localId];
      const parent = comment.objectType === 'comment' ? state.comments[comment.objectId] : undefined;
      if (parent) parent.totalReply += 1;
    },
    commentFailed(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      const comment = state.comments[id];
      if (comment) comment.delivery = 'failed';
    },
    /** A comment that never arrived is let go. */
    commentDropped(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      drop(state, id);
    },
    commentDeleted(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      const comment = state.comments[id];
      const parent = comment?.objectType === 'comment' ? state.comments[comment.objectId] : undefined;
      if (parent) parent.totalReply = Math.max(0, parent.totalReply - 1);
      drop(state, id);
    },
    deleteFailed(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      delete state.comments[id]?.delivery;
    },
    editRequested(state, { payload }: PayloadAction<{ id: string; content: string; before: string }>) {
      const comment = state.comments[payload.id];
      if (comment) Object.assign(comment, { content: payload.content, delivery: 'saving' });
    },
    /** `content` is what it says now: the new words, or the old ones again. */
    editSettled(state, { payload }: PayloadAction<{ id: string; content: string }>) {
      const comment = state.comments[payload.id];
      if (!comment) return;
      comment.content = payload.content;
      delete comment.delivery;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(deleteRequested, (state, { payload: { id } }) => {
        const comment = state.comments[id];
        if (comment) comment.delivery = 'deleting';
      })
      .addCase(reactionChanged, (state, { payload: { objectType, objectId, action, on } }) => {
        const comment = objectType === 'comment' && action === 'like' ? state.comments[objectId] : undefined;
        if (!comment || comment.isLiked === on) return;
        comment.isLiked = on;
        comment.totalLike = Math.max(0, comment.totalLike + (on ? 1 : -1));
      });
  },
});

export const {
  threadRequested,
  threadLoaded,
  threadFailed,
  accessChanged,
  commentSent,
  commentRetried,
  commentStored,
  commentFailed,
  commentDropped,
  commentDeleted,
  deleteFailed,
  editRequested,
  editSettled,
} = commentSlice.actions;

export const selectThread = (subject: Subject) => (state: StoreState) => state.comment.threads[threadKey(subject)];
/** What the viewer may only read so far. */
export const selectClosedSubjects = ({ comment }: StoreState): Subject[] =>
  Object.entries(comment.threads)
    .filter(([, thread]) => thread.access.mayComment === false)
    .map(([key]) => subjectOf(key));

export const selectComment = (id: string) => (state: StoreState) => state.comment.comments[id];

import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import { commentRoutes } from '@contract/content/comment-routes';
import { limits } from '@contract/base/limits';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import { reactionChanged } from '@/store/intents';
import { createPagedLists, emptyList, type ListPage, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';

/** A comment without `delivery` is stored on the server; an unsent one has a local id. */
export type Comment = EndpointData<'listComments'>['data'][number] & {
  delivery?: 'sending' | 'failed' | 'deleting' | 'saving';
  unsaved?: string;
};

export interface ThreadTarget {
  objectType: Comment['objectType'];
  objectId: string;
}

/** If a backend omits these, everyone can comment. */
export type CommentAccess = Pick<EndpointData<'listComments'>, 'mayComment' | 'commentsFrom'>;

/** Comments are newest first, replies oldest first. */
export type Thread = PagedList<string, ThreadTarget> & { access?: CommentAccess };

export interface CommentState {
  comments: Record<string, Comment>;
  threads: Record<string, Thread>;
}

declare module '@/store/state' {
  interface StoreState {
    comment: CommentState;
  }
}

export interface Draft extends ThreadTarget {
  content: string;
  localId: string;
  author: { _id: string; name: string; username?: string | null; avatar: string; isPerformer: boolean };
  /** Defaults to now; set for a comment restored after a reload. */
  createdAt?: string;
}

const LOCAL_ID = 'local-';

export const getThreadKey = ({ objectType, objectId }: ThreadTarget) => `${objectType}:${objectId}`;

export const threads = createPagedLists<Comment, ThreadTarget, ListPage<Comment> & { access: CommentAccess }>({
  name: 'comment/thread',
  select: (state) => state.comment.threads,
  getKey: getThreadKey,
  rowKey: ({ _id }) => _id,
  limit: limits.listDefault,
  joinFirst: (page, known) => [...known.filter((id) => isWrittenSince(page, id)), ...page],
  *load(subject, place) {
    const { data, total, ...access } = yield* callEndpoint(commentRoutes.listComments, {
      query: { ...subject, ...place, ...(subject.objectType === 'comment' && { sort: 'asc' }) },
    });
    return { data, total, access };
  },
});

/** Whether a comment was written here while the page loaded. Ids begin with their time; those of unsent comments are local. */
const isWrittenSince = ([newest]: readonly string[], id: string): boolean =>
  newest === undefined || id.startsWith(LOCAL_ID) || id > newest;

const initialState: CommentState = { comments: {}, threads: {} };

function createLocalComment({ localId, author, createdAt = new Date().toISOString(), ...said }: Draft): Comment {
  return {
    ...said,
    _id: localId,
    createdBy: author._id,
    createdAt,
    updatedAt: createdAt,
    creator: author as Comment['creator'],
    isLiked: false,
    isAuth: true,
    totalReply: 0,
    totalLike: 0,
    delivery: 'sending',
  };
}

function addUnsent(state: CommentState, draft: Draft): Comment {
  const { objectType, objectId, localId } = draft;
  const thread = (state.threads[getThreadKey(draft)] ??= {
    ...emptyList(),
    query: { objectType, objectId },
    status: 'ready',
  });
  const comment = createLocalComment(draft);
  state.comments[localId] = comment;
  if (objectType === 'comment') thread.rows.push(localId);
  else thread.rows.unshift(localId);
  return comment;
}

function removeComment(state: CommentState, id: string): void {
  const comment = state.comments[id];
  const thread = comment && state.threads[getThreadKey(comment)];
  if (thread) {
    thread.rows = thread.rows.filter((known) => known !== id);
    if (comment.delivery === 'deleting') {
      thread.total -= 1;
      thread.read -= 1;
    }
  }
  delete state.comments[id];
}

const setDelivery =
  (delivery: Comment['delivery']) =>
  (state: CommentState, { payload: { id } }: PayloadAction<{ id: string }>): void => {
    const comment = state.comments[id];
    if (comment) comment.delivery = delivery;
  };

export const commentSlice = createSlice({
  name: 'comment',
  initialState,
  reducers: {
    /** The viewer followed or subscribed, or the creator changed who can comment. */
    accessChanged(state, { payload }: PayloadAction<{ subject: ThreadTarget; access: CommentAccess }>) {
      const thread = state.threads[getThreadKey(payload.subject)];
      if (thread) thread.access = payload.access;
    },
    commentSent: {
      prepare: (draft: Omit<Draft, 'localId'>) => ({ payload: { ...draft, localId: `${LOCAL_ID}${nanoid(8)}` } }),
      reducer(state, { payload }: PayloadAction<Draft>) {
        addUnsent(state, payload);
      },
    },
    unsentRestored(state, { payload }: PayloadAction<Draft[]>) {
      for (const draft of payload) {
        if (!state.comments[draft.localId]) Object.assign(addUnsent(state, draft), { delivery: 'failed' });
      }
    },
    commentRetried: setDelivery('sending'),
    commentStored(state, { payload: { localId, comment } }: PayloadAction<{ localId: string; comment: Comment }>) {
      const thread = state.threads[getThreadKey(comment)];
      if (thread) {
        thread.rows = [...new Set(thread.rows.map((id) => (id === localId ? comment._id : id)))];
        thread.total += 1;
        thread.read += 1;
      }
      const local = state.comments[localId];
      state.comments[comment._id] = { ...comment, creator: comment.creator ?? local?.creator };
      delete state.comments[localId];
      const parent = comment.objectType === 'comment' ? state.comments[comment.objectId] : undefined;
      if (parent) parent.totalReply += 1;
    },
    commentFailed: setDelivery('failed'),
    deleteRequested: setDelivery('deleting'),
    commentDiscarded(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      removeComment(state, id);
    },
    commentDeleted(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      const comment = state.comments[id];
      const parent = comment?.objectType === 'comment' ? state.comments[comment.objectId] : undefined;
      if (parent) parent.totalReply = Math.max(0, parent.totalReply - 1);
      removeComment(state, id);
    },
    deleteFailed(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      delete state.comments[id]?.delivery;
    },
    editRequested(state, { payload }: PayloadAction<{ id: string; content: string; before: string }>) {
      const comment = state.comments[payload.id];
      if (!comment) return;
      Object.assign(comment, { content: payload.content, delivery: 'saving' });
      delete comment.unsaved;
    },
    /** `content` is the new text, or after a failure the previous one. */
    editFinished(state, { payload }: PayloadAction<{ id: string; content: string }>) {
      const comment = state.comments[payload.id];
      if (!comment) return;
      if (comment.content !== payload.content) comment.unsaved = comment.content;
      comment.content = payload.content;
      // By now, a deletion can have started.
      if (comment.delivery === 'saving') delete comment.delivery;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(reactionChanged, (state, { payload: { objectType, objectId, action, on } }) => {
        const comment = objectType === 'comment' && action === 'like' ? state.comments[objectId] : undefined;
        if (!comment || comment.isLiked === on) return;
        comment.isLiked = on;
        comment.totalLike = Math.max(0, comment.totalLike + (on ? 1 : -1));
      })
      .addMatcher(threads.isOwnAction, (state, action) => {
        threads.apply(state.threads, action);
        const thread = state.threads[action.meta.list];
        if (!thread || !threads.loaded.match(action)) return;
        for (const comment of action.payload.data) state.comments[comment._id] = comment;
        thread.access = action.payload.access;
      });
  },
});

export const {
  accessChanged,
  commentSent,
  unsentRestored,
  commentRetried,
  commentStored,
  commentFailed,
  deleteRequested,
  commentDiscarded,
  commentDeleted,
  deleteFailed,
  editRequested,
  editFinished,
} = commentSlice.actions;

export const selectClosedTargets = ({ comment }: StoreState): ThreadTarget[] =>
  Object.values(comment.threads).flatMap(({ access, query }) => (access?.mayComment === false ? query : []));

export const selectComment = (id: string) => (state: StoreState) => state.comment.comments[id];
export const selectHasUnsent =
  (subject: ThreadTarget) =>
  ({ comment: { comments, threads: all } }: StoreState) =>
    all[getThreadKey(subject)]?.rows.some((id) => comments[id]?.delivery === 'failed') ?? false;
export const selectThread = (subject: ThreadTarget) => (state: StoreState) =>
  state.comment.threads[getThreadKey(subject)];

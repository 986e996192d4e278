import { combineReducers, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { fork, put, takeEvery } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { reviewRoutes } from '@contract/operations/review-routes';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { createPagedList, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { takeLeadingBy } from '@/store/take-by';
import { withFailure } from '@/store/with-failure';
import { callWithReauth } from '@/store/with-reauth';
import { actDone, buildAct, type Act } from '../act/act-slice';

export type WaitingCreator = EndpointData<'listCreatorsToReview'>['data'][number];
export type CreatorToReview = EndpointData<'readCreatorToReview'>;
export type OpenedDocuments = EndpointData<'openDocuments'>;
export type LookAlike = OpenedDocuments['sameDocument'][number];

interface DocumentsState {
  /** The creator whose documents these are. */
  creatorId: string | null;
  opened: OpenedDocuments | null;
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
}

type QueueQuery = { offset?: number };

declare module '@/store/state' {
  interface StoreState {
    review: {
      queue: PagedList<WaitingCreator, QueueQuery>;
      creator: LoadedData<CreatorToReview, string>;
      documents: DocumentsState;
    };
  }
}

export const CREATORS_PER_PAGE = limits.tablePage;
export const MAX_REASON = limits.operatorText;

export const reviewQueue = createPagedList<WaitingCreator, QueueQuery>({
  name: 'review/queue',
  select: (state) => state.review.queue,
  limit: CREATORS_PER_PAGE,
  load: (_query, place) => callEndpoint(reviewRoutes.listCreatorsToReview, { query: place }),
});

export const reviewedCreator = createLoadedData<CreatorToReview, string>({
  name: 'review/creator',
  select: (state) => state.review.creator,
  load: (id) => callEndpoint(reviewRoutes.readCreatorToReview, { params: { id } }),
});

const closed: DocumentsState = { creatorId: null, opened: null, status: 'idle', error: null };

const documentsSlice = createSlice({
  name: 'review/documents',
  initialState: closed,
  reducers: {
    documentsRequested: (_state, { payload }: PayloadAction<string>): DocumentsState => ({
      ...closed,
      creatorId: payload,
      status: 'pending',
    }),
    // The operator may have gone to another creator before the response.
    documentsOpened(state, { payload: { id, opened } }: PayloadAction<{ id: string; opened: OpenedDocuments }>) {
      if (state.creatorId !== id) return;
      state.opened = opened;
      state.status = 'idle';
    },
    /** The operator dismissed the identity confirmation. */
    documentsCalledOff: (state, { payload: id }: PayloadAction<string>) => (state.creatorId === id ? closed : state),
    documentsFailed(state, { payload: { id, error } }: PayloadAction<{ id: string; error: ApiFailure }>) {
      if (state.creatorId !== id) return;
      state.status = 'failed';
      state.error = error;
    },
  },
  extraReducers: (builder) => {
    // Documents of another creator are closed; after a decision, the same ones stay until the next creator opens.
    builder.addCase(reviewedCreator.requested, (state, { payload }) => (payload === state.creatorId ? state : closed));
  },
});

export const { documentsRequested } = documentsSlice.actions;
const { documentsOpened, documentsCalledOff, documentsFailed } = documentsSlice.actions;
export const selectDocuments = (state: StoreState) => state.review.documents;

export const decideCreator = (
  { _id, name }: Pick<CreatorToReview, '_id' | 'name'>,
  body: { decision: 'approved' | 'rejected'; revision: string; reason: string },
): Act =>
  buildAct(
    reviewRoutes.decideCreator,
    { params: { id: _id }, body },
    body.decision === 'approved' ? `${name} can publish now` : `${name} was asked for new documents`,
  );

function* open({ payload: id }: ReturnType<typeof documentsRequested>) {
  const reply = yield* callWithReauth(reviewRoutes.openDocuments, { params: { id } });
  yield put(reply ? documentsOpened({ id, opened: reply.data }) : documentsCalledOff(id));
}

export const reviewFeature: Feature = {
  name: 'review',
  reducer: combineReducers({
    queue: reviewQueue.reducer,
    creator: reviewedCreator.reducer,
    documents: documentsSlice.reducer,
  }),
  *saga() {
    yield fork(reviewQueue.saga);
    yield fork(reviewedCreator.saga);
    yield takeEvery(actDone, reviewQueue.refresh);
  },
  *browserSaga() {
    yield takeLeadingBy(
      documentsRequested,
      ({ payload: id }) => id,
      withFailure(open, (error, { payload: id }) => documentsFailed({ id, error })),
    );
  },
};

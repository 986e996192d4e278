import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { call, put, takeEvery } from 'redux-saga/effects';
import { pageRoutes } from '@contract/site/page-routes';
import type { EndpointData } from '@contract/schemas';
import { cleanHtml } from '@/lib/clean-html';
import { isUnknownAddress, type ApiFailure } from '@/services/api-error';
import { withFailure } from '@/store/with-failure';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

type SitePage = Pick<EndpointData<'getPost'>, '_id' | 'title' | 'content' | 'shortDescription' | 'updatedAt'>;

interface PageState {
  bySlug: Record<string, { status: 'pending' | 'ready' | 'failed'; page: SitePage | null; error: ApiFailure | null }>;
}

declare module '@/store/state' {
  interface StoreState {
    page: PageState;
  }
}

const initialState: PageState = { bySlug: {} };

const pageSlice = createSlice({
  name: 'page',
  initialState,
  reducers: {
    pageRequested(state, { payload }: PayloadAction<{ slug: string }>) {
      state.bySlug[payload.slug] ??= { status: 'pending', page: null, error: null };
    },
    pageLoaded(state, { payload }: PayloadAction<{ slug: string; page: SitePage }>) {
      state.bySlug[payload.slug] = { status: 'ready', page: payload.page, error: null };
    },
    pageFailed(state, { payload }: PayloadAction<{ slug: string; error: ApiFailure }>) {
      state.bySlug[payload.slug] = { status: 'failed', page: null, error: payload.error };
    },
  },
});

export const { pageRequested } = pageSlice.actions;
const { pageLoaded, pageFailed } = pageSlice.actions;
export const selectSitePage = (slug: string) => (state: StoreState) => state.page.bySlug[slug];
export const selectIsSitePageMissing = (slug: string) => (state: StoreState) => {
  const error = selectSitePage(slug)(state)?.error;
  return error ? isUnknownAddress(error) : false;
};

function* load({ payload: { slug } }: ReturnType<typeof pageRequested>) {
  const post = yield* callEndpoint(pageRoutes.getPost, { params: { id: slug } });
  const { _id, title, shortDescription, updatedAt } = post;
  const content: string = yield call(cleanHtml, post.content);
  yield put(pageLoaded({ slug, page: { _id, title, content, shortDescription, updatedAt } }));
}

export const pageFeature: Feature = {
  name: 'page',
  reducer: pageSlice.reducer,
  *saga() {
    yield takeEvery(
      pageRequested,
      withFailure(load, (error, { payload: { slug } }) => pageFailed({ slug, error })),
    );
  },
};

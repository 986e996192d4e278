import { combineReducers } from '@reduxjs/toolkit';
import { delay, fork } from 'redux-saga/effects';
import { siteTextRoutes } from '@contract/operations/site-text-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { actDone, buildAct, type Act } from '../act/act-slice';

export type SitePage = EndpointData<'listSitePages'>[number];
export type SitePageFields = EndpointInput<'saveSitePage'>['body'];

declare module '@/store/state' {
  interface StoreState {
    sitePages: { list: LoadedData<SitePage[]>; preview: LoadedData<string, string> };
  }
}

export const sitePages = createLoadedData<SitePage[]>({
  name: 'sitePages/list',
  select: (state) => state.sitePages.list,
  load: () => callEndpoint(siteTextRoutes.listSitePages),
  reloadOn: actDone,
});

const TYPING_PAUSE_MS = 300;

/** The cleaned HTML of what is typed. */
export const pagePreview = createLoadedData<string, string>({
  name: 'sitePages/preview',
  select: (state) => state.sitePages.preview,
  *load(content) {
    yield delay(TYPING_PAUSE_MS);
    return (yield* callEndpoint(siteTextRoutes.previewPage, { body: { content } })).content;
  },
});

export const savePage = (slug: string, body: SitePageFields): Act =>
  buildAct(
    siteTextRoutes.saveSitePage,
    { params: { slug }, body },
    body.status === 'published' ? 'Saved and public' : 'Saved as a draft',
  );

export const sitePageFeature: Feature = {
  name: 'sitePages',
  reducer: combineReducers({ list: sitePages.reducer, preview: pagePreview.reducer }),
  *saga() {
    yield fork(sitePages.saga);
    yield fork(pagePreview.saga);
  },
};

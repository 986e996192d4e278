import type { AppContext, AppInitialProps, AppProps } from 'next/app';
import Router from 'next/router';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { siteStateWanted } from '@/features/settings/settings-slice';
import type { StoreState } from '@/store/state';
import { AppEffects } from './app-effects';
import { browserStore } from './browser-store';
import type { AppStore } from './create-store';
import type { PageComponent, PageOptions } from './define-page';
import { redirectOf } from './guards';
import { PageFrame } from './page-frame';

interface PageProps {
  /** Only while the server renders: the filled store itself. It leaves nothing in the page's JSON. */
  store?: AppStore;
  /** What the browser's store starts from. */
  initialState?: Partial<StoreState>;
}

/** The app's root: a store, the page in its layout, and what goes on beside every page. */
export function App({ Component, pageProps }: AppProps<PageProps>) {
  const page = (Component as Partial<PageComponent>).page;
  const [store] = useState(() => pageProps.store ?? browserStore(pageProps.initialState));
  store.addFeatures(page?.features ?? []);
  return (
    <Provider store={store} serverState={pageProps.initialState}>
      <AppEffects />
      <PageFrame page={page}>
        <Component />
      </PageFrame>
    </Provider>
  );
}

/** On the server the page's data is awaited; in the browser it is asked for and the page shown at once. */
App.getInitialProps = async ({ Component, ctx }: AppContext): Promise<AppInitialProps<PageProps>> => {
  const page = (Component as Partial<PageComponent>).page;
  const path = ctx.asPath ?? ctx.pathname;
  if (!ctx.req || !ctx.res) {
    if (page) beginPage(page, path, ctx.query);
    return { pageProps: {} };
  }
  const { servePage } = await import('./serve-page');
  return { pageProps: await servePage({ page, path, query: ctx.query, request: ctx.req, response: ctx.res }) };
};

function beginPage(page: PageOptions, path: string, query: AppContext['ctx']['query']): void {
  const store = browserStore();
  store.dispatch(siteStateWanted());
  const redirect = redirectOf(page, path, store.getState());
  if (redirect) {
    void Router.replace(redirect);
    return;
  }
  store.addFeatures(page.features ?? []);
  for (const action of page.load?.({ query, state: store.getState() }) ?? []) store.dispatch(action);
}

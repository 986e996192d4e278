import type { AppContext, AppInitialProps, AppProps } from 'next/app';
import Router from 'next/router';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { FailureReport, type PartFailure } from '@/components/states/part-boundary';
import { SkipLink } from '@/components/layout/skip-link';
import { ReconnectCountContext } from '@/components/hooks/use-retry-when-back';
import { siteStateRequested } from '@/features/site/settings/settings-slice';
import { partFailed, selectReconnectCount } from '@/features/site/ui/ui-slice';
import { useAppSelector } from '@/store/hooks';
import type { StoreState } from '@/store/state';
import { AppEffects } from './app-effects';
import { browserStore } from './browser-store';
import type { AppStore } from './create-store';
import type { PageComponent, PageOptions, SiteFileComponent } from './define-page';
import { getRedirect } from './guards';
import { PageFrame } from './page-frame';
import { SheetsAfterAge } from './sheet-mounts';

interface PageProps {
  /** The store with the page's data, set only during server rendering; not part of the page's JSON. */
  store?: AppStore;
  initialState?: Partial<StoreState>;
}

export function App({ Component, pageProps, router }: AppProps<PageProps>) {
  const page = (Component as Partial<PageComponent>).page;
  const [store] = useState(() => pageProps.store ?? browserStore(pageProps.initialState));
  store.addFeatures(page?.features ?? []);
  return (
    <Provider store={store} serverState={pageProps.initialState}>
      <FailureReport value={report}>
        <Connection>
          <SheetsAfterAge>
            <SkipLink />
            <AppEffects />
            <PageFrame page={page} onOpened={() => page && beginPage(page, router.asPath, router.query)}>
              <Component />
            </PageFrame>
          </SheetsAfterAge>
        </Connection>
      </FailureReport>
    </Provider>
  );
}

/** Makes parts that failed to load retry after a reconnect. */
function Connection({ children }: { children: ReactNode }) {
  return <ReconnectCountContext value={useAppSelector(selectReconnectCount)}>{children}</ReconnectCountContext>;
}

/** Sends failures of page parts to the operators. Error boundaries only run in the browser. */
function report({ part, error, where = '' }: PartFailure): void {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  browserStore().dispatch(partFailed({ part, message, stack: `${stack}\n${where}` }));
}

/** The server awaits the page's data; the browser requests it and shows the page immediately. */
App.getInitialProps = async ({ Component, ctx }: AppContext): Promise<AppInitialProps<PageProps>> => {
  const page = (Component as Partial<PageComponent>).page;
  const path = ctx.asPath ?? ctx.pathname;
  if (!ctx.req || !ctx.res) {
    if (page) beginPage(page, path, ctx.query);
    return { pageProps: {} };
  }
  const { siteFile } = Component as Partial<SiteFileComponent>;
  if (siteFile) {
    const { serveSiteFile } = await import('./site-files/serve-site-file');
    const { part } = ctx.query;
    const input = { request: ctx.req, response: ctx.res, part: typeof part === 'string' ? part : undefined };
    await serveSiteFile(siteFile, input);
    return { pageProps: {} };
  }
  const { servePage } = await import('./serve-page');
  return { pageProps: await servePage({ page, path, query: ctx.query, request: ctx.req, response: ctx.res }) };
};

function beginPage(page: PageOptions, path: string, query: AppContext['ctx']['query']): void {
  const store = browserStore();
  store.dispatch(siteStateRequested());
  const redirect = getRedirect(page, path, store.getState());
  if (redirect) {
    void Router.replace(redirect);
    return;
  }
  store.addFeatures(page.features ?? []);
  for (const action of page.load?.({ query, state: store.getState() }) ?? []) store.dispatch(action);
}

import dynamic from 'next/dynamic';
import Head from 'next/head';
import { useRouter } from 'next/router';
import { useEffect, useEffectEvent, useRef, type ComponentType, type ReactNode } from 'react';
import { PartBoundary } from '@/components/states/part-boundary';
import { LazyPart } from '@/components/states/part-failed';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import { DefaultTitle } from './default-title';
import type { LayoutName, PageOptions } from './define-page';
import { isClosedLayout, layoutOf } from './guards';
import { BlankLayout } from './layouts/blank-layout';
import { HomeLayout } from './layouts/home-layout';
import { GeoBlockLayout, MaintenanceLayout, OutageLayout, PrimaryLayout } from './layouts/lazy-layouts';
import { PublicLayout } from './layouts/public-layout';

/** Fetched when it is needed: no page needs it to be shown. */
const PageFailed = dynamic(() => import('@/components/states/page-failed').then((module) => module.PageFailed), {
  loading: LazyPart,
});
const NotFoundPage = dynamic(() => import('@/components/states/not-found-page').then((module) => module.NotFoundPage));

const layouts: Record<LayoutName, ComponentType<{ children: ReactNode }>> = {
  geoBlock: GeoBlockLayout,
  maintenance: MaintenanceLayout,
  outage: OutageLayout,
  primary: PrimaryLayout,
  public: PublicLayout,
  blank: BlankLayout,
  home: HomeLayout,
};

const errorPage: PageOptions = { layout: 'public', noredirect: true };

interface PageFrameProps {
  page?: PageOptions;
  /** The site was closed and is open again: what the page stands on was never asked for, or was refused. */
  onOpened?: () => void;
  children: ReactNode;
}

/** Puts a page into the layout that its options and the site's state ask for. */
export function PageFrame({ page = errorPage, onOpened, children }: PageFrameProps) {
  const { asPath, query, replace } = useRouter();
  const layout = useAppSelector((state) => layoutOf(page, asPath, state));
  // A closed site has loaded nothing that these could be asked about.
  const isOpen = !isClosedLayout(layout);
  useOpened(isOpen, onOpened);
  const isMissing = useAppSelector((state) => isOpen && page.isMissing?.({ query, state }) === true);
  const settings = useAppSelector(selectSettings);
  const movedTo = useAppSelector((state) => (isOpen ? page.movedTo?.({ query, state }) : undefined));
  useEffect(() => {
    if (movedTo !== undefined) void replace(movedTo);
  }, [movedTo, replace]);
  const Layout = layouts[layout];
  return (
    <>
      <DefaultTitle siteName={settings.siteName} />
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <link rel="icon" href={settings.favicon || '/favicon.svg'} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </Head>
      <Layout>
        <PartBoundary
          part="page"
          resetKey={asPath}
          renderFailed={(retry) => <PageFailed signedIn={layout === 'primary'} onRetry={retry} />}
        >
          {isMissing ? <NotFoundPage signedIn={layout === 'primary'} /> : children}
        </PartBoundary>
      </Layout>
    </>
  );
}

function useOpened(isOpen: boolean, onOpened: (() => void) | undefined): void {
  const wasOpen = useRef(isOpen);
  const isViewerKnown = useAppSelector((state) => state.session.status !== 'unknown');
  const opened = useEffectEvent(() => {
    // A closed site may not have told whose session this is: the server knows how to begin.
    if (isViewerKnown) onOpened?.();
    else window.location.reload();
  });
  useEffect(() => {
    if (isOpen && !wasOpen.current) opened();
    wasOpen.current = isOpen;
  }, [isOpen]);
}

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
import { isClosedLayout, getLayout } from './guards';
import { PublicLayout } from './layouts/public-layout';

/** Fetched when it is needed: no page needs it to be shown. */
const PageFailed = dynamic(() => import('@/components/states/page-failed').then((module) => module.PageFailed), {
  loading: LazyPart,
});
const NotFoundPage = dynamic(() => import('@/components/states/not-found-page').then((module) => module.NotFoundPage));

interface LayoutProps {
  isMissing?: boolean;
  children: ReactNode;
}
type Layout = ComponentType<LayoutProps>;

/**
 * Of signed-in accounts: strangers, who come first and for whom first loads count most, never fetch it.
 * The `import()` stands inside each `dynamic()` call: only there does Next see which file a rendered page
 * needs before it can take over the server's markup.
 */
const PrimaryLayout = dynamic<LayoutProps>(() =>
  import('./layouts/primary-layout').then((module) => module.PrimaryLayout as Layout),
);

/** What hardly anybody ever sees. */
const GeoBlockLayout = dynamic<LayoutProps>(() =>
  import('./layouts/closed-layouts').then((module) => module.GeoBlockLayout as Layout),
);
const OutageLayout = dynamic<LayoutProps>(() =>
  import('./layouts/closed-layouts').then((module) => module.OutageLayout as Layout),
);
const MaintenanceLayout = dynamic<LayoutProps>(() =>
  import('./layouts/closed-layouts').then((module) => module.MaintenanceLayout as Layout),
);

/** Nothing but the page: log in, register, and what a mail's link opens. */
function BlankLayout({ children }: LayoutProps) {
  // Somebody is about to log in: nothing is waited for afterwards.
  useEffect(() => void import('./layouts/primary-layout'), []);
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
}

const layouts: Record<LayoutName, Layout> = {
  geoBlock: GeoBlockLayout,
  maintenance: MaintenanceLayout,
  outage: OutageLayout,
  primary: PrimaryLayout,
  public: PublicLayout,
  blank: BlankLayout,
  home: PublicLayout,
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
  const layout = useAppSelector((state) => getLayout(page, asPath, state));
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
      <Layout isMissing={isMissing}>
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

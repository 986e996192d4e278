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
 * Not loaded for guests, whose first page load matters most. `import()` must be inside each `dynamic()` call: Next only looks
 * there for the file that hydration needs.
 */
const PrimaryLayout = dynamic<LayoutProps>(() =>
  import('./layouts/primary-layout').then((module) => module.PrimaryLayout as Layout),
);

const ConsoleLayout = dynamic<LayoutProps>(() =>
  import('./layouts/console-layout').then((module) => module.ConsoleLayout as Layout),
);
const GeoBlockLayout = dynamic<LayoutProps>(() =>
  import('./layouts/closed-layouts').then((module) => module.GeoBlockLayout as Layout),
);
const OutageLayout = dynamic<LayoutProps>(() =>
  import('./layouts/closed-layouts').then((module) => module.OutageLayout as Layout),
);
const MaintenanceLayout = dynamic<LayoutProps>(() =>
  import('./layouts/closed-layouts').then((module) => module.MaintenanceLayout as Layout),
);

/** For login, registration, and pages that links in mails open. */
function BlankLayout({ children }: LayoutProps) {
  // Preloads the layout that follows the login.
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
  console: ConsoleLayout,
};

const errorPage: PageOptions = { layout: 'public', noredirect: true };

interface PageFrameProps {
  page?: PageOptions;
  /** Called when a closed site opens: the page's data was never requested, or the request was rejected. */
  onOpened?: () => void;
  children: ReactNode;
}

export function PageFrame({ page = errorPage, onOpened, children }: PageFrameProps) {
  const { asPath, query, replace } = useRouter();
  const layout = useAppSelector((state) => getLayout(page, asPath, state));
  // A closed site loads no data, so `isMissing` and `movedTo` cannot be evaluated.
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
    // If the viewer is unknown, because the site was closed, only the server can start the page.
    if (isViewerKnown) onOpened?.();
    else window.location.reload();
  });
  useEffect(() => {
    if (isOpen && !wasOpen.current) opened();
    wasOpen.current = isOpen;
  }, [isOpen]);
}

import dynamic from 'next/dynamic';
import Head from 'next/head';
import { useRouter } from 'next/router';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { selectSettings } from '@/features/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import { DefaultTitle } from './default-title';
import type { LayoutName, PageOptions } from './define-page';
import { layoutOf } from './guards';
import { BlankLayout } from './layouts/blank-layout';
import { HomeLayout } from './layouts/home-layout';
import { GeoBlockLayout, MaintenanceLayout, PrimaryLayout } from './layouts/lazy-layouts';
import { PublicLayout } from './layouts/public-layout';

const MissingPage = dynamic(() => import('@/components/missing-page').then((module) => module.MissingPage));

const layouts: Record<LayoutName, ComponentType<{ children: ReactNode }>> = {
  geoBlock: GeoBlockLayout,
  maintenance: MaintenanceLayout,
  primary: PrimaryLayout,
  public: PublicLayout,
  blank: BlankLayout,
  home: HomeLayout,
};

const errorPage: PageOptions = { layout: 'public', noredirect: true };

/** Puts a page into the layout that its options and the site's state ask for. */
export function PageFrame({ page = errorPage, children }: { page?: PageOptions; children: ReactNode }) {
  const { asPath, query, replace } = useRouter();
  const layout = useAppSelector((state) => layoutOf(page, asPath, state));
  // A closed site has loaded nothing that these could be asked about.
  const isOpen = layout !== 'geoBlock' && layout !== 'maintenance';
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
      </Head>
      <Layout>{isMissing ? <MissingPage signedIn={layout === 'primary'} /> : children}</Layout>
    </>
  );
}

import Head from 'next/head';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Names a page in the browser's tab, with the site's name behind it. Pages that are shared have `ShareMeta` for that. */
export function PageTitle({ title }: { title: string }) {
  const siteName = useAppSelector(selectSiteName);
  return (
    <Head>
      <title>{`${title} · ${siteName}`}</title>
    </Head>
  );
}

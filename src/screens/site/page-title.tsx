import Head from 'next/head';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Sets the browser tab's title. Pages that can be shared use `ShareMeta` instead. */
export function PageTitle({ title }: { title: string }) {
  const siteName = useAppSelector(selectSiteName);
  return (
    <Head>
      <title>{`${title} · ${siteName}`}</title>
    </Head>
  );
}

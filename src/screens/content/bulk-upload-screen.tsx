import Head from 'next/head';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { BulkEditor } from '@/features/content/studio/components/bulk-editor';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Uploads many videos at once. */
export function BulkUploadScreen() {
  const siteName = useAppSelector(selectSiteName);
  return (
    <PageColumn>
      <Head>
        <title>{`New videos · ${siteName}`}</title>
      </Head>
      <PageHead title="New videos" />
      <BulkEditor />
    </PageColumn>
  );
}

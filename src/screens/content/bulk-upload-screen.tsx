import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { BulkEditor } from '@/features/content/studio/components/bulk-editor';
import { PageTitle } from '../site/page-title';

export function BulkUploadScreen() {
  return (
    <PageColumn>
      <PageTitle title="New videos" />
      <PageHead title="New videos" />
      <BulkEditor />
    </PageColumn>
  );
}

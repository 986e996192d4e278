import Link from 'next/link';
import { useRouter } from 'next/router';
import { Alert, Button, Result, Skeleton, Tag } from 'antd';
import { ConsolePage } from '@/components/console/console-page';
import { consolePaths } from '@/config/console-paths';
import { paths } from '@/config/paths';
import { sitePages } from '@/features/operations/site-text/site-page-feature';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { PageEditor } from './site-text/page-editor';

/** One page of the site, with a preview of its text. */
export function SitePageEditorScreen() {
  const dispatch = useAppDispatch();
  const slug = String(useRouter().query['slug'] ?? '');
  const { data, status, error } = useAppSelector(sitePages.select);
  const page = data?.find((one) => one.slug === slug);
  const retry = <Button onClick={() => dispatch(sitePages.requested())}>Try again</Button>;
  return (
    <>
      <PageTitle title={page?.title ?? 'Page'} />
      <ConsolePage
        title={page?.title ?? 'Page'}
        note={<Link href={consolePaths.pages}>All pages</Link>}
        actions={
          page &&
          (page.status === 'published' ? (
            <Link href={paths.page(slug)}>Open on the site</Link>
          ) : (
            <Tag color="warning">Draft</Tag>
          ))
        }
      >
        {status === 'failed' && <Alert type="error" showIcon title={error?.message} action={retry} />}
        {!data && status !== 'failed' && <Skeleton active />}
        {data && !page && <Result status="404" title="There is no such page" />}
        {page && <PageEditor key={page._id} page={page} />}
      </ConsolePage>
    </>
  );
}

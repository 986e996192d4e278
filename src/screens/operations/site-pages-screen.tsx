import Link from 'next/link';
import { useRouter } from 'next/router';
import { Button, Form, Input, Tag } from 'antd';
import { useRef, useState } from 'react';
import { FormDialog } from '@/components/console/form-dialog';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { WholeTable } from '@/components/console/whole-table';
import { consolePaths } from '@/config/console-paths';
import { paths } from '@/config/paths';
import { useAct } from '@/features/operations/act/use-act';
import { savePage, sitePages, type SitePage } from '@/features/operations/site-text/site-page-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { slugRules } from './site-text/slug-rules';

const columns: ConsoleColumn<SitePage>[] = [
  { key: 'title', title: 'Title', render: ({ title, slug }) => <Link href={consolePaths.page(slug)}>{title}</Link> },
  { key: 'slug', title: 'Address', render: ({ slug }) => <code>{paths.page(slug)}</code> },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) =>
      status === 'published' ? <Tag color="success">Public</Tag> : <Tag color="warning">Draft</Tag>,
  },
  {
    key: 'changed',
    title: 'Changed',
    render: ({ updatedAt }) => formatFull(updatedAt, { timeZone: VIEWER_TIME_ZONE }),
  },
  {
    key: 'acts',
    title: '',
    render: ({ slug, title }) => (
      <Link href={consolePaths.page(slug)} aria-label={`Edit “${title}”`}>
        Edit
      </Link>
    ),
  },
];

/** Pages of the site itself, with drafts. */
export function SitePagesScreen() {
  const dispatch = useAppDispatch();
  const { data, status, error } = useAppSelector(sitePages.select);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <PageTitle title="Pages" />
      <ConsolePage
        title="Pages"
        note="Terms, privacy and whatever the site says about itself. Menus link to them (Settings, Menus)."
        actions={
          <Button type="primary" onClick={() => setIsAdding(true)}>
            New page
          </Button>
        }
      >
        <WholeTable
          label="Pages of the site"
          columns={columns}
          rows={data ?? []}
          status={status}
          error={error}
          onRetry={() => dispatch(sitePages.requested())}
          empty="No page yet. Pages such as the terms would be here."
        />
        <NewPageDialog open={isAdding} onClose={() => setIsAdding(false)} />
      </ConsolePage>
    </>
  );
}

function NewPageDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const router = useRouter();
  const slug = useRef('');
  const { act, isBusy, failure } = useAct({
    open,
    onDone: () => {
      onClose();
      void router.push(consolePaths.page(slug.current));
    },
  });
  const create = (fields: { title: string; slug: string }) => {
    slug.current = fields.slug.trim();
    act(savePage(slug.current, { title: fields.title, content: '', status: 'draft', isNew: true }));
  };
  return (
    <FormDialog<{ title: string; slug: string }>
      open={open}
      title="New page"
      okText="Create draft"
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onFinish={create}
    >
      <Form.Item name="title" label="Title" rules={[{ required: true, whitespace: true, message: 'Enter a title.' }]}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="slug" label="Address" extra="It cannot be changed later." rules={slugRules}>
        <Input addonBefore="/page/" maxLength={80} autoCapitalize="none" />
      </Form.Item>
    </FormDialog>
  );
}

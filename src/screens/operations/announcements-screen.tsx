import { Button, Form, Input, Tag } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { FormDialog } from '@/components/console/form-dialog';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { WholeTable } from '@/components/console/whole-table';
import { useAct } from '@/features/operations/act/use-act';
import {
  addAnnouncement,
  announcements,
  removeAnnouncement,
  type Announcement,
} from '@/features/operations/site-text/announcement-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';

const columns: ConsoleColumn<Announcement>[] = [
  { key: 'title', title: 'Title', render: ({ title }) => title },
  { key: 'description', title: 'Text', render: ({ description }) => description || 'None' },
  { key: 'link', title: 'Leads to', render: ({ link }) => (link === '' ? 'Nowhere' : <code>{link}</code>) },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => (status === 'active' ? <Tag color="success">Shown</Tag> : <Tag>Hidden</Tag>),
  },
  { key: 'at', title: 'Added', render: ({ createdAt }) => formatFull(createdAt, { timeZone: VIEWER_TIME_ZONE }) },
];

/** Announcements above Home and Discover. */
export function AnnouncementsScreen() {
  const dispatch = useAppDispatch();
  const { data, status, error } = useAppSelector(announcements.select);
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<Announcement | null>(null);
  const acts: ConsoleColumn<Announcement> = {
    key: 'acts',
    title: '',
    render: (row) => (
      <Button danger onClick={() => setRemoved(row)} aria-label={`Remove “${row.title}”`}>
        Remove
      </Button>
    ),
  };
  return (
    <>
      <PageTitle title="Announcements" />
      <ConsolePage
        title="Announcements"
        note="Shown to everyone on Home and Discover, the newest first."
        actions={
          <Button type="primary" onClick={() => setIsAdding(true)}>
            New announcement
          </Button>
        }
      >
        <WholeTable
          label="Announcements"
          columns={[...columns, acts]}
          rows={data ?? []}
          status={status}
          error={error}
          onRetry={() => dispatch(announcements.requested())}
          empty="Nothing is announced. What everyone should know would be here."
        />
        <AddDialog open={isAdding} onClose={() => setIsAdding(false)} />
        <RemoveDialog announcement={removed} onClose={() => setRemoved(null)} />
      </ConsolePage>
    </>
  );
}

function AddDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { act, isBusy, failure } = useAct({ open, onDone: onClose });
  return (
    <FormDialog<{ title: string; description?: string; link?: string }>
      open={open}
      title="New announcement"
      okText="Show it"
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onFinish={({ title, description = '', link = '' }) =>
        act(addAnnouncement({ title, description, link: link.trim() }))
      }
    >
      <Form.Item name="title" label="Title" rules={[{ required: true, whitespace: true, message: 'Enter a title.' }]}>
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item name="description" label="Text (optional)">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
      <Form.Item
        name="link"
        label="Leads to (optional)"
        extra="A path of this site or a web address."
        rules={[{ pattern: /^(\/(?![/\\])|https?:\/\/)/, message: 'Begin with / or https://' }]}
      >
        <Input maxLength={2000} autoCapitalize="none" placeholder="/streaming" />
      </Form.Item>
    </FormDialog>
  );
}

function RemoveDialog({ announcement, onClose }: { announcement: Announcement | null; onClose: () => void }) {
  const { act, isBusy, failure } = useAct({ open: announcement !== null, onDone: onClose });
  return (
    <ActDialog
      open={announcement !== null}
      title={`Remove “${announcement?.title ?? ''}”?`}
      effect="It disappears from Home and Discover. To show it again, add it as a new one."
      okText="Remove"
      isDanger
      isBusy={isBusy}
      failure={failure}
      onAct={() => {
        if (announcement) act(removeAnnouncement(announcement._id));
      }}
      onClose={onClose}
    />
  );
}

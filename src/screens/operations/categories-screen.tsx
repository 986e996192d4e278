import { Button, Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { FormDialog } from '@/components/console/form-dialog';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { WholeTable } from '@/components/console/whole-table';
import { useAct } from '@/features/operations/act/use-act';
import { saveCategory, siteCategories, type Category } from '@/features/operations/site-text/category-feature';
import { formatCount } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { slugRules } from './site-text/slug-rules';

const columns: ConsoleColumn<Category>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => name },
  { key: 'slug', title: 'Name in addresses', render: ({ slug }) => <code>{slug}</code> },
  { key: 'ordering', title: 'Place', isNumber: true, render: ({ ordering }) => formatCount(ordering) },
];

/** Categories that creators choose from. */
export function CategoriesScreen() {
  const dispatch = useAppDispatch();
  const { data, status, error } = useAppSelector(siteCategories.select);
  const [edited, setEdited] = useState<Category | 'new' | null>(null);
  const rows = data ?? [];
  const acts: ConsoleColumn<Category> = {
    key: 'acts',
    title: '',
    render: (row) => (
      <Button onClick={() => setEdited(row)} aria-label={`Edit “${row.name}”`}>
        Edit
      </Button>
    ),
  };
  return (
    <>
      <PageTitle title="Categories" />
      <ConsolePage
        title="Categories"
        note="Creators choose from them, and fans find creators by them."
        actions={
          <Button type="primary" onClick={() => setEdited('new')}>
            New category
          </Button>
        }
      >
        <WholeTable
          label="Categories"
          columns={[...columns, acts]}
          rows={rows}
          status={status}
          error={error}
          onRetry={() => dispatch(siteCategories.requested())}
          empty="No category yet. What creators can choose would be here."
        />
        <CategoryDialog edited={edited} nextPlace={rows.length} onClose={() => setEdited(null)} />
      </ConsolePage>
    </>
  );
}

interface CategoryDialogProps {
  edited: Category | 'new' | null;
  nextPlace: number;
  onClose: () => void;
}

function CategoryDialog({ edited, nextPlace, onClose }: CategoryDialogProps) {
  const { act, isBusy, failure } = useAct({ open: edited !== null, onDone: onClose });
  const isNew = edited === 'new';
  return (
    <FormDialog<Pick<Category, 'slug' | 'name'> & { ordering: number }>
      open={edited !== null}
      title={isNew ? 'New category' : 'Edit category'}
      okText="Save"
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      initialValues={isNew || edited === null ? { ordering: nextPlace } : edited}
      onFinish={({ slug, ...fields }) => act(saveCategory(slug, fields))}
    >
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Enter a name.' }]}>
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item
        name="slug"
        label="Name in addresses"
        extra={isNew ? 'It cannot be changed later. An existing one is renamed.' : 'It cannot be changed.'}
        rules={slugRules}
      >
        <Input disabled={!isNew || isBusy} maxLength={80} autoCapitalize="none" />
      </Form.Item>
      <Form.Item
        name="ordering"
        label="Place"
        extra="Smaller comes first."
        rules={[{ required: true, message: 'Enter a number.' }]}
      >
        <InputNumber min={0} max={10_000} precision={0} />
      </Form.Item>
    </FormDialog>
  );
}

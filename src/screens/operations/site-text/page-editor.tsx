import { Alert, Button, Form, Input, InputNumber, Spin } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { RichText } from '@/components/basic/rich-text';
import { LeaveGuard } from '@/components/states/leave-guard';
import { useAct } from '@/features/operations/act/use-act';
import { pagePreview, savePage, type SitePage } from '@/features/operations/site-text/site-page-feature';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './page-editor.module.css';

type Fields = Pick<SitePage, 'title' | 'shortDescription' | 'content' | 'ordering'>;

export function PageEditor({ page }: { page: SitePage }) {
  const [form] = Form.useForm<Fields>();
  const [isChanged, setIsChanged] = useState(false);
  const status = useRef(page.status);
  /** The fields of the last save, during which more may be typed. */
  const sent = useRef<Fields | null>(null);
  const { act, isBusy, failure } = useAct({
    open: true,
    onDone: () => setIsChanged(JSON.stringify(form.getFieldsValue()) !== JSON.stringify(sent.current)),
  });
  const content = Form.useWatch('content', form) ?? page.content;
  const submit = (next: SitePage['status']) => {
    status.current = next;
    form.submit();
  };
  const isPublic = page.status === 'published';
  return (
    <div className={styles.columns}>
      <LeaveGuard when={isChanged ? 'leaving' : null} />
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={page}
        onValuesChange={() => setIsChanged(true)}
        onFinish={(fields) => {
          sent.current = fields;
          act(savePage(page.slug, { ...fields, status: status.current }));
        }}
      >
        <Form.Item name="title" label="Title" rules={[{ required: true, whitespace: true, message: 'Enter a title.' }]}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="shortDescription" label="Description" extra="Search engines and shared links show it.">
          <Input maxLength={500} />
        </Form.Item>
        <Form.Item
          name="content"
          label="Text, as HTML"
          extra="Headings, lists, links, tables and pictures. Scripts and styles are removed."
        >
          <Input.TextArea rows={18} maxLength={200_000} spellCheck className={styles.code} />
        </Form.Item>
        <Form.Item name="ordering" label="Place in lists" extra="Smaller comes first.">
          <InputNumber min={0} max={10_000} precision={0} />
        </Form.Item>
        {failure !== undefined && <Alert type="error" showIcon title={failure} className={styles.failure} />}
        <div className={styles.acts}>
          <Button type="primary" loading={isBusy} onClick={() => submit('published')}>
            {isPublic ? 'Save' : 'Publish'}
          </Button>
          <Button disabled={isBusy} onClick={() => submit('draft')}>
            {isPublic ? 'Save and take off the site' : 'Save draft'}
          </Button>
        </div>
      </Form>
      <Preview content={content} />
    </div>
  );
}

function Preview({ content }: { content: string }) {
  const dispatch = useAppDispatch();
  const { data, status, error } = useAppSelector(pagePreview.select);
  useEffect(() => {
    dispatch(pagePreview.requested(content));
  }, [dispatch, content]);
  const retry = <Button onClick={() => dispatch(pagePreview.requested(content))}>Try again</Button>;
  return (
    <section className={styles.preview} aria-label="Preview" aria-busy={status === 'pending'}>
      <h2>Preview {status === 'pending' && <Spin size="small" />}</h2>
      {status === 'failed' && <Alert type="error" showIcon title={error?.message} action={retry} />}
      {data === '' && <p className="muted">The text is empty.</p>}
      <RichText html={data} isArticle />
    </section>
  );
}

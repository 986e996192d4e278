import { act, fireEvent, screen } from '@testing-library/react';
import Link from 'next/link';
import { actFeature } from '@/features/operations/act/act-feature';
import { sitePageFeature, type SitePage } from '@/features/operations/site-text/site-page-feature';
import { renderWithStore, settle } from '../../../../tests/harness/render-with-store';
import { PageEditor } from './page-editor';

const page: SitePage = {
  _id: 'a1',
  slug: 'terms',
  title: 'Terms',
  shortDescription: '',
  content: '<p>Be kind.</p>',
  ordering: 0,
  status: 'published',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByText(name));
    await settle();
  });
const type = (value: string) => fireEvent.change(screen.getByLabelText('Title'), { target: { value } });
const findQuestion = () => screen.queryByRole('dialog', { name: 'Leave without saving?' });

it.each([
  ['asks before leaving if more was typed while it was saved', 'Our terms of use', true],
  ['asks nothing after everything was saved', 'Our terms', false],
])('the editor of a page %s', async (_what, typed, isAsking) => {
  let save: () => void = () => undefined;
  renderWithStore(
    <>
      <PageEditor page={page} />
      <Link href="/admin/pages">All pages</Link>
    </>,
    {
      features: [actFeature, sitePageFeature],
      user: { roles: ['user', 'admin', 'owner'] },
      answers: {
        previewPage: () => ({ content: '' }),
        listSitePages: () => [page],
        saveSitePage: () => new Promise((resolve) => (save = () => resolve({ success: true }))),
      },
    },
  );
  type('Our terms');
  await press('Save');
  type(typed);
  await act(async () => {
    save();
    await settle();
  });
  await press('All pages');
  expect(findQuestion() !== null).toBe(isAsking);
});

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { actFeature } from '@/features/operations/act/act-feature';
import { consoleReportFeature, type ReportDetails } from '@/features/operations/report/report-feature';
import { getLateness } from '@/features/operations/report/report-words';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { ReportScreen } from './report-screen';
import { loadReport, readReportFilter, reportsHref } from './reports-query';

// The real provider needs the design tokens of the page.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

const fan = { _id: 'u1', kind: 'user' as const, name: 'Zoë Marsh', username: 'zoe' };
const creator = { _id: 'p1', kind: 'performer' as const, name: 'Noor Halim', username: 'noor' };
const details: ReportDetails = {
  report: {
    _id: 'r1',
    target: 'feed',
    targetId: 'f1',
    targetTitle: 'A walk',
    title: 'It copies someone else’s work',
    description: 'I made this.',
    status: 'open',
    openedAt: '2026-11-20T10:00:00.000Z',
    reporter: fan,
    subject: creator,
    open: 2,
    decidedAt: null,
    decidedBy: null,
    answer: '',
  },
  others: [],
  content: {
    kind: 'feed',
    _id: 'f1',
    title: 'A walk',
    text: 'By the sea',
    slug: 'a-walk',
    state: 'published',
    creator,
    createdAt: '2026-11-18T10:00:00.000Z',
    files: [
      {
        _id: 'x1',
        type: 'feed-photo',
        mimeType: 'image/webp',
        url: '/x.webp',
        thumbnails: ['/small.webp'],
        photo: null,
      },
    ],
    fileCount: 1,
    galleryId: null,
    price: null,
    buyers: 0,
  },
  takedowns: [],
  nextId: null,
};

async function show(answers: Answers) {
  const rendered = renderWithStore(<ReportScreen />, {
    features: [actFeature, consoleReportFeature],
    user: { roles: ['user', 'admin', 'moderator'] },
    answers,
    query: { id: 'r1' },
  });
  await act(async () => {
    for (const action of loadReport({ query: { id: 'r1' } })) rendered.store.dispatch(action);
    await settle();
  });
  return rendered;
}

const press = (element: HTMLElement) =>
  act(async () => {
    fireEvent.click(element);
    await settle();
  });

const change = (element: HTMLElement, value: string) =>
  act(async () => {
    fireEvent.change(element, { target: { value } });
    await settle();
  });

describe('a report in the console', () => {
  it('blurs pictures until asked, and previews and sends the answer', async () => {
    const { calls } = await show({ getReport: () => details, decideReport: () => ({ success: true }) });
    expect(screen.getByAltText('Blurred')).toHaveAttribute('src', '/small.webp');
    await press(screen.getByText('Show 1 file'));
    expect(screen.queryByAltText('Blurred')).not.toBeInTheDocument();
    expect(screen.getByText('Answers 2 reports about this post.')).toBeInTheDocument();
    await change(screen.getByLabelText('Reason, read by the person who reported it'), 'It is satire.');
    expect(screen.getByText(/took no action. Reason: It is satire\./)).toBeInTheDocument();
    await press(screen.getByText('Send the answer'));
    expect(calls.find(({ name }) => name === 'decideReport')?.input).toEqual({
      params: { id: 'r1' },
      body: { decision: 'dismiss', reason: 'It is satire.' },
    });
  });

  it('warns before it removes what fans bought, and asks for the rule before it says what both sides read', async () => {
    const content = details.content && { ...details.content, price: 20, buyers: 3 };
    await show({ getReport: () => ({ ...details, content }) });
    await press(screen.getByText(/^Remove the post: /));
    expect(screen.getByText('3 fans paid for this post')).toBeInTheDocument();
    expect(screen.getAllByText('Choose a rule to see the text.')).toHaveLength(2);
    expect(screen.queryByText(/Another rule of this site/)).not.toBeInTheDocument();
  });

  it('lets no answer name a person who reported', async () => {
    const { calls } = await show({ getReport: () => details });
    await change(screen.getByLabelText('Reason, read by the person who reported it'), 'Zoë Marsh is right.');
    await press(screen.getByText('Send the answer'));
    // The form replaces the element of a new error once more.
    await waitFor(() => expect(screen.getByText(/This names “Zoë Marsh”/)).toBeInTheDocument());
    expect(calls.some(({ name }) => name === 'decideReport')).toBe(false);
  });

  it('keeps what was typed if the decision fails, and asks for a reason', async () => {
    await show({
      getReport: () => details,
      decideReport: () => {
        throw new ApiError(409, { message: 'This report was already decided.' });
      },
    });
    await press(screen.getByText('Send the answer'));
    expect(await screen.findByText('Please say why.')).toBeInTheDocument();
    const reason = screen.getByLabelText('Reason, read by the person who reported it');
    await change(reason, 'It is satire.');
    await press(screen.getByText('Send the answer'));
    expect(await screen.findByText('This report was already decided.')).toBeInTheDocument();
    expect(reason).toHaveValue('It is satire.');
  });

  it('asks before a link loses a written reason, but not once the answer was sent', async () => {
    const { router } = await show({ getReport: () => details, decideReport: () => ({ success: true }) });
    await change(screen.getByLabelText('Reason, read by the person who reported it'), 'It is satire.');
    await press(screen.getByText('All reports'));
    expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await press(screen.getByText('Stay'));
    await press(screen.getByText('Send the answer'));
    expect(router.push.mock.calls).toEqual([['/admin/reports']]);
    await press(screen.getByText('All reports'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('about a person offers their account instead of a removal', async () => {
    const report = { ...details.report, target: 'performer' as const, targetId: 'p1' };
    await show({ getReport: () => ({ ...details, report, content: null }) });
    expect(screen.getByText('their page')).toHaveAttribute('href', '/admin/people/p1');
    expect(screen.queryByText(/^Remove the/)).not.toBeInTheDocument();
  });
});

it('the list has its filters in the address', () => {
  const filter = readReportFilter({ status: 'resolved', target: 'video', person: 'u1' });
  expect(reportsHref(filter, 2)).toBe('/admin/reports?status=resolved&target=video&person=u1&page=2');
  expect(reportsHref(readReportFilter({}))).toBe('/admin/reports');
});

it('an open report is late after a day, and overdue after a week', () => {
  const openedAt = '2026-11-20T10:00:00.000Z';
  const after = (hours: number) => getLateness(openedAt, Date.parse(openedAt) + hours * 3_600_000);
  expect([23, 24, 167, 168].map(after)).toEqual(['fresh', 'late', 'late', 'overdue']);
});

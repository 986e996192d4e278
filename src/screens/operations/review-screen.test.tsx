import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { actFeature } from '@/features/operations/act/act-feature';
import {
  documentsRequested,
  reviewedCreator,
  reviewFeature,
  selectDocuments,
  type CreatorToReview,
} from '@/features/operations/review/review-feature';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../tests/harness/render-with-store';
import { loadReview } from './review-query';
import { ReviewScreen } from './review-screen';

// The real provider needs the design tokens of the page.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

const mira: CreatorToReview = {
  _id: 'c1',
  name: 'Mira Okafor',
  username: 'mira',
  sentAt: '2026-11-20T10:00:00.000Z',
  isSecondTry: true,
  isApproved: false,
  isWaiting: true,
  email: 'mira@example.test',
  verifiedEmail: false,
  firstName: 'Mira',
  lastName: 'Okafor',
  dateOfBirth: '1991-02-14',
  age: 35,
  minimumAge: 18,
  country: 'NG',
  loginCountries: ['IE'],
  createdAt: '2026-11-19T10:00:00.000Z',
  rejectionReason: 'The edge is cut off.',
  sameName: [],
};

const opened = {
  documents: [
    {
      title: 'Photo of their ID',
      mimeType: 'image/webp',
      sentAt: mira.sentAt,
      status: 'waiting',
      url: 'http://api.test/media/1',
    },
  ],
  revision: 'abcd1234',
  sameDocument: [
    { _id: 'c7', name: 'Other Creator', username: 'other', kind: 'performer', isApproved: true, isClosed: false },
    { _id: 'c8', name: 'Piet Soames', username: 'piet', kind: 'performer', isApproved: false, isClosed: false },
  ],
};

async function show(answers: Answers = {}) {
  const query = { id: 'c1' };
  const rendered = renderWithStore(<ReviewScreen />, {
    features: [actFeature, reviewFeature],
    user: { roles: ['user', 'admin', 'moderator'] },
    answers: {
      listCreatorsToReview: () => ({ data: [mira, { ...mira, _id: 'c2', name: 'Leo Brandt' }], total: 2 }),
      readCreatorToReview: () => mira,
      openDocuments: () => opened,
      ...answers,
    },
    query,
  });
  await act(async () => {
    for (const action of loadReview({ query })) rendered.store.dispatch(action);
    await settle();
  });
  return rendered;
}

async function press(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await act(async () => {
    fireEvent.click(button);
    await settle();
  });
}

describe('the review of a creator', () => {
  it('shows what was typed, and warns of what differs, before the documents are opened', async () => {
    await show();
    expect(screen.getByText(/14 February 1991, 35 years old/)).toBeInTheDocument();
    expect(screen.getByText(/Nigeria; logged in from Ireland/)).toBeInTheDocument();
    expect(screen.getByText('Differs')).toBeInTheDocument();
    expect(screen.getByText('Second try')).toBeInTheDocument();
    expect(screen.queryByAltText('Photo of their ID')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Approve Mira Okafor' })).toBeDisabled();
  });

  it('says whether the email is confirmed, and what was compared', async () => {
    await show();
    expect(screen.getByText('mira@example.test, not confirmed')).toBeInTheDocument();
    expect(screen.getByText('No other account')).toBeInTheDocument();
  });

  it.each([
    [{ firstName: '', lastName: '' }, 'Not compared: no name given'],
    [{ lastName: '' }, 'Not compared: no full name given'],
    [{ dateOfBirth: null, age: null }, 'Not compared: no date of birth given'],
  ])('does not call it a passed check if something is missing: %j', async (given, text) => {
    await show({ readCreatorToReview: () => ({ ...mira, ...given, sameName: null, verifiedEmail: true }) });
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.queryByText('No other account')).not.toBeInTheDocument();
    expect(screen.getByText('mira@example.test, confirmed')).toBeInTheDocument();
  });

  it('shows no documents of a creator whom the operator has left before the response', async () => {
    const ends = new Map<unknown, (reply: typeof opened) => void>();
    const { store } = await show({
      openDocuments: ({ params }) => new Promise((resolve) => ends.set(params?.['id'], resolve)),
    });
    await act(async () => {
      store.dispatch(documentsRequested('c1'));
      store.dispatch(reviewedCreator.requested('c2'));
      store.dispatch(documentsRequested('c2'));
      await settle();
      ends.get('c1')?.({ ...opened, revision: 'of the first' });
      await settle();
    });
    expect(selectDocuments(store.getState())).toMatchObject({ creatorId: 'c2', opened: null, status: 'pending' });
    await act(async () => {
      ends.get('c2')?.(opened);
      await settle();
    });
    expect(selectDocuments(store.getState())).toMatchObject({ creatorId: 'c2', opened, status: 'idle' });
  });

  it('approves exactly the opened documents', async () => {
    const { calls } = await show({ decideCreator: () => ({ success: true }) });
    await press('Open Mira Okafor’s documents');
    expect(screen.getByAltText('Photo of their ID')).toHaveAttribute('src', 'http://api.test/media/1');
    expect(screen.getByText('The same document was sent for 2 other accounts')).toBeInTheDocument();
    expect(screen.getAllByText(/@other, approved: can publish and earn/)).not.toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Approve Mira Okafor' })).toBeDisabled();
    await act(async () => {
      fireEvent.click(screen.getByLabelText(/^Approve: /));
      await settle();
    });
    await press('Approve Mira Okafor');
    expect(calls.some(({ name }) => name === 'decideCreator')).toBe(false);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('The same document was sent for 2 other accounts')).toBeInTheDocument();
    await act(async () => {
      fireEvent.click(dialog.getByRole('button', { name: 'Approve Mira Okafor' }));
      await settle();
    });
    expect(calls.find(({ name }) => name === 'decideCreator')?.input).toEqual({
      params: { id: 'c1' },
      body: { decision: 'approved', revision: 'abcd1234', reason: '' },
    });
  });

  it('rejects only with a reason, and keeps it when the call fails', async () => {
    await show({
      decideCreator: () => {
        throw new ApiError(409, { message: 'These are not the documents you looked at.' });
      },
    });
    await press('Open Mira Okafor’s documents');
    fireEvent.click(screen.getByLabelText(/^Reject/));
    await press('Reject and send');
    expect(await screen.findByText('Say what they have to change.')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Mira Okafor reads'), { target: { value: 'The card has expired.' } });
    await press('Reject and send');
    expect(await screen.findByText('These are not the documents you looked at.')).toBeInTheDocument();
    expect(screen.getByLabelText('Mira Okafor reads')).toHaveValue('The card has expired.');
  });

  it('asks before a link loses a written reason, also while the decision is to approve', async () => {
    await show();
    await press('Open Mira Okafor’s documents');
    fireEvent.click(screen.getByLabelText(/^Reject/));
    const reason = await screen.findByLabelText('Mira Okafor reads');
    fireEvent.change(reason, { target: { value: 'The card has expired.' } });
    fireEvent.click(screen.getByLabelText(/^Approve: /));
    await waitFor(() => expect(reason).not.toBeInTheDocument());
    fireEvent.click(screen.getByText('Open their account'));
    expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  });

  it('begins with a text that replaces another one, but nothing that the operator wrote', async () => {
    await show();
    await press('Open Mira Okafor’s documents');
    fireEvent.click(screen.getByLabelText(/^Reject/));
    const reason = await screen.findByLabelText<HTMLTextAreaElement>('Mira Okafor reads');
    const choose = async (label: string) => {
      fireEvent.mouseDown(screen.getByLabelText('Begin with'));
      fireEvent.click((await screen.findAllByText(label)).at(-1)!);
      await act(settle);
    };
    await choose('The document has expired');
    await choose('The picture can’t be read');
    expect(reason.value).toMatch(/^We can’t read your document\. .*card\.$/);
    fireEvent.change(reason, { target: { value: 'Dear Mira,' } });
    await choose('The document has expired');
    expect(reason.value).toMatch(/^Dear Mira,\nYour document has expired\. .*valid\.$/);
  });

  it('offers another try if the creator or the documents do not load', async () => {
    let tries = 0;
    const failing = (data: unknown) => () => {
      tries += 1;
      if (tries % 2 === 1) throw new ApiError(500, { message: 'The server is away.' });
      return data;
    };
    await show({ readCreatorToReview: failing(mira), openDocuments: failing(opened) });
    await press('Try again');
    await press('Open Mira Okafor’s documents');
    expect(screen.getByText('The server is away.')).toBeInTheDocument();
    await press('Open Mira Okafor’s documents');
    expect(screen.getByAltText('Photo of their ID')).toBeInTheDocument();
  });
});

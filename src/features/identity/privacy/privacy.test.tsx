import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { setClock } from '../../../../tests/harness/clock/set-clock';
import { currentUserLoaded, type CurrentUser } from '@/features/identity/auth/session-slice';
import { ArchivePanel } from './components/archive-panel';
import { ClosingBar } from './components/closing-bar';
import { DeletionPanel } from './components/deletion-panel';
import { PendingEmail } from './components/pending-email';
import { MailForm, PrivacyForm } from './components/preference-forms';
import { privacyFeature, ownDataRequested } from './privacy-feature';

const mails = {
  messages: true,
  subscriptions: true,
  sales: true,
  tips: true,
  follows: true,
  comments: true,
  likes: false,
  posts: false,
  live: false,
};
const preferences = {
  hideFromSearch: false,
  showOnline: true,
  readReceipts: true,
  messagesFrom: 'everyone' as const,
  mails,
};
const me = { _id: 'f1', name: 'Ada', username: 'ada', isPerformer: false, preferences } as Partial<CurrentUser>;
const leaving = { ...me, deletionAt: '2026-12-05T09:00:00.000Z' };
const archive = {
  _id: 'e1',
  status: 'ready',
  createdAt: '2026-11-20T09:00:00.000Z',
  readyAt: '2026-11-20T09:01:00.000Z',
  expiresAt: '2026-11-27T09:01:00.000Z',
  size: 2_000_000,
  url: 'http://api.test/exports/e1.zip',
};
const deletion = {
  deletionAt: null,
  earliestAt: '2026-12-05T09:00:00.000Z',
  confirmation: 'ada',
  refusal: null,
  balance: 12.5,
  subscribers: 0,
  kept: ['Payments, for ten years, without your name.'],
};

async function show(ui: React.ReactElement, answers: Answers = {}, user: Partial<CurrentUser> = me) {
  const given = storeForTest({
    features: [privacyFeature],
    answers: { getDataExport: () => ({ export: archive }), getDeletion: () => deletion, ...answers },
    user,
  });
  renderWithStore(ui, { given });
  act(() => void given.store.dispatch(ownDataRequested()));
  await act(settle);
  return given;
}

const sent = (calls: Awaited<ReturnType<typeof show>>['calls'], name: string) =>
  calls.filter((call) => call.name === name).map(({ input }) => input.body);

beforeEach(() => setClock('2026-11-21T09:00:00.000Z'));

describe('what others see', () => {
  it('is saved at once, and shown as the server has it then', async () => {
    const { calls } = await show(<PrivacyForm />, {
      updatePreferences: ({ body }) => ({ ...me, preferences: { ...preferences, ...body } }),
    });
    await userEvent.click(screen.getByLabelText(/Show me in search/));
    await userEvent.selectOptions(screen.getByLabelText('Who can message me'), 'Nobody');
    await act(settle);
    expect(sent(calls, 'updatePreferences')).toEqual([{ hideFromSearch: true }, { messagesFrom: 'nobody' }]);
    expect(screen.getByLabelText(/Show when I am online/)).toBeChecked();
  });

  it('stays as it was put, whichever answer is slow', async () => {
    let stored = preferences;
    const waiting: (() => void)[] = [];
    const { calls } = await show(<PrivacyForm />, {
      updatePreferences: ({ body }) =>
        new Promise((resolve) =>
          waiting.push(() => {
            stored = { ...stored, ...body };
            resolve({ ...me, preferences: stored });
          }),
        ),
    });
    const online = screen.getByLabelText(/Show when I am online/);
    const receipts = screen.getByLabelText(/Send read receipts/);
    await userEvent.click(online);
    await userEvent.click(receipts);
    expect(online).not.toBeChecked();
    expect(receipts).not.toBeChecked();
    // One request at a time, since each response is the complete account.
    expect(sent(calls, 'updatePreferences')).toEqual([{ showOnline: false }]);
    for (let turn = 0; turn < 2; turn += 1) {
      waiting.shift()?.();
      await act(settle);
      expect(online).not.toBeChecked();
      expect(receipts).not.toBeChecked();
    }
    expect(stored).toMatchObject({ showOnline: false, readReceipts: false });
  });

  it('goes back to what it was when it could not be saved', async () => {
    await show(<PrivacyForm />, {
      updatePreferences: () => {
        throw new ApiError(0, undefined);
      },
    });
    await userEvent.click(screen.getByLabelText(/Show when I am online/));
    await act(settle);
    expect(screen.getByLabelText(/Show when I am online/)).toBeChecked();
    expect(screen.getByText('Something went wrong, please try again later')).toBeVisible();
  });

  it('says that a choice was refused, also where a later one was saved', async () => {
    const waiting: (() => void)[] = [];
    await show(<PrivacyForm />, {
      updatePreferences: ({ body }) =>
        new Promise((resolve, reject) =>
          waiting.push(() => {
            if (body && 'showOnline' in body) reject(new ApiError(500, { message: 'It did not work.' }));
            else resolve({ ...me, preferences: { ...preferences, ...body } });
          }),
        ),
    });
    await userEvent.click(screen.getByLabelText(/Show when I am online/));
    await userEvent.click(screen.getByLabelText(/Send read receipts/));
    for (let turn = 0; turn < 2; turn += 1) {
      waiting.shift()?.();
      await act(settle);
    }
    expect(screen.getByLabelText(/Send read receipts/)).not.toBeChecked();
    expect(screen.getByText('It did not work.')).toBeVisible();
    await userEvent.click(screen.getByLabelText(/Send read receipts/));
    expect(screen.queryByText('It did not work.')).not.toBeInTheDocument();
  });

  it('waits for its own answer while an archive is asked for', async () => {
    let end: (() => void) | undefined;
    await show(
      <>
        <PrivacyForm />
        <ArchivePanel />
      </>,
      {
        getDataExport: () => ({ export: null }),
        requestDataExport: () => new Promise((resolve) => (end = () => resolve({ export: archive }))),
        updatePreferences: () => me,
      },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Create archive' }));
    await userEvent.click(screen.getByLabelText(/Send read receipts/));
    await act(settle);
    expect(screen.getByRole('button', { name: 'Preparing' })).toBeVisible();
    end?.();
    await act(settle);
    expect(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
  });

  it('is not offered before a backend that does not know it', async () => {
    await show(<PrivacyForm />, {}, { ...me, preferences: undefined });
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });
});

it('mails are chosen one by one, those a fan never gets left out', async () => {
  const { calls } = await show(<MailForm />, { updatePreferences: () => me });
  expect(screen.queryByLabelText('Tips I get')).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Likes'));
  await act(settle);
  expect(sent(calls, 'updatePreferences')).toEqual([{ mails: { likes: true } }]);
});

it.each([
  ['of the family', [], true],
  ['of ours with live shows', ['updatePreferences', 'shows'], true],
  ['of ours without', ['updatePreferences'], false],
])(
  'mails about live shows can be chosen where there are some, as with a backend %s',
  (_what, extensions, isOffered) => {
    renderWithStore(<MailForm />, { features: [privacyFeature], user: me, extensions });
    expect(screen.getByLabelText('Likes')).toBeVisible();
    expect(screen.queryAllByLabelText('Live shows from creators I follow')).toHaveLength(isOffered ? 1 : 0);
  },
);

it('a new address waits, can be asked for again, or forgotten', async () => {
  const { calls } = await show(
    <PendingEmail />,
    { resendEmailChange: () => ({ ...me, pendingEmail: 'new@example.test' }), cancelEmailChange: () => me },
    { ...me, pendingEmail: 'new@example.test' },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send it again' }));
  await act(settle);
  await userEvent.click(screen.getByRole('button', { name: 'Keep the old one' }));
  await act(settle);
  expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(['resendEmailChange', 'cancelEmailChange']));
  expect(screen.queryByText('new@example.test')).not.toBeInTheDocument();
});

describe('the archive', () => {
  it('can be downloaded while it is there', async () => {
    await show(<ArchivePanel />);
    expect(screen.getByRole('link', { name: 'Download, 1.9 MB' })).toHaveAttribute('href', archive.url);
    expect(screen.getByText(/here until/)).toHaveTextContent('here until 27 November.');
  });

  it('is made on request, with the refusal said', async () => {
    await show(<ArchivePanel />, {
      getDataExport: () => ({ export: null }),
      requestDataExport: () => {
        throw new ApiError(409, { error: 'EXPORT_RUNNING', message: 'One is being made already.' });
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Create archive' }));
    await act(settle);
    expect(screen.getByText('One is being made already.')).toBeVisible();
  });
});

describe('an archive that is being made', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('is looked for again after one look failed', async () => {
    const looks = [
      () => ({ export: { ...archive, status: 'pending', url: null } }),
      () => {
        throw new ApiError(0, undefined);
      },
      () => ({ export: archive }),
    ];
    const { store } = renderWithStore(<ArchivePanel />, {
      features: [privacyFeature],
      answers: { getDataExport: () => looks.shift()?.(), getDeletion: () => deletion },
      user: me,
    });
    act(() => void store.dispatch(ownDataRequested()));
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
  });

  it('is looked for less and less often, up to once a minute, while the looks fail', async () => {
    const at: number[] = [];
    let now = 0;
    const { store } = renderWithStore(<ArchivePanel />, {
      features: [privacyFeature],
      answers: {
        getDataExport: () => {
          at.push(now);
          if (now === 0) return { export: { ...archive, status: 'pending', url: null } };
          throw new ApiError(0, undefined);
        },
        getDeletion: () => deletion,
      },
      user: me,
    });
    act(() => void store.dispatch(ownDataRequested()));
    for (now = 1; now <= 220; now += 1) await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(at).toEqual([0, 3, 9, 21, 45, 93, 153, 213]);
  });
});

describe('leaving', () => {
  it('takes the name typed and the balance given up, and says what stays', async () => {
    const { calls } = await show(<DeletionPanel />, { requestDeletion: () => me });
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.getByText('Payments, for ten years, without your name.')).toBeVisible();
    const button = sheet.getByRole('button', { name: 'Delete my account' });
    await userEvent.type(sheet.getByLabelText('Type ada to continue'), 'ada');
    expect(button).toBeDisabled();
    await userEvent.click(sheet.getByLabelText('I give up the $12.50 in my wallet'));
    await userEvent.click(button);
    await act(settle);
    expect(sent(calls, 'requestDeletion')).toEqual([{ confirmation: 'ada', giveUpBalance: true }]);
  });

  it.each([
    ['a fan', me, true],
    ['a creator', { ...me, isPerformer: true }, false],
  ])('says of %s whether purchases are lost', async (_who, user, isSaid) => {
    await show(<DeletionPanel />, {}, user as CurrentUser);
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(screen.queryByText('You will lose access to everything you bought.') !== null).toBe(isSaid);
  });

  it('can be taken back until the day', async () => {
    const { calls } = await show(<DeletionPanel />, { cancelDeletion: () => me }, leaving);
    expect(screen.getByText(/Your account will be deleted on/)).toHaveTextContent('deleted on 5 December.');
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await act(settle);
    expect(sent(calls, 'cancelDeletion')).toHaveLength(1);
  });

  it('is not asked for again when it was taken back', async () => {
    const { store } = await show(<DeletionPanel />, { requestDeletion: () => leaving });
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    act(() => void store.dispatch(currentUserLoaded(leaving as CurrentUser)));
    expect(screen.getByText(/Your account will be deleted on/)).toBeVisible();
    act(() => void store.dispatch(currentUserLoaded(me as CurrentUser)));
    expect(screen.getByRole('button', { name: 'Delete my account' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('waits for income that is still held', async () => {
    await show(<DeletionPanel />, { getDeletion: () => ({ ...deletion, refusal: 'DELETION_MONEY_PENDING' }) });
    expect(screen.getByRole('button', { name: 'Delete my account' })).toBeDisabled();
  });
});

describe('the bar above every page', () => {
  const bar = () => screen.queryByRole('region', { name: 'Account deletion' });

  it('brings the feature along, says when, and takes the deletion back in one press', async () => {
    const given = storeForTest({ answers: { cancelDeletion: () => me }, user: leaving });
    renderWithStore(<ClosingBar />, { given });
    expect(bar()).toHaveTextContent('Your account will be deleted on 5 December.');
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await act(settle);
    expect(bar()).not.toBeInTheDocument();
  });

  it('says why it did not work, and stays', async () => {
    const refuse = () => {
      throw new ApiError(500, { message: 'Something went wrong, please try again later' });
    };
    await show(<ClosingBar />, { cancelDeletion: refuse }, leaving);
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong, please try again later');
    expect(bar()).toBeVisible();
  });

  it('is not there for accounts that stay', async () => {
    await show(<ClosingBar />);
    expect(bar()).not.toBeInTheDocument();
  });
});

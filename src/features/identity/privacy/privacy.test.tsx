import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defaultPushes, defaultSiteNews } from '@contract/base/limits';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { setClock } from '../../../../tests/harness/clock/set-clock';
import { currentUserLoaded, type CurrentUser } from '@/features/identity/auth/session-slice';
import { ArchivePanel } from './components/archive-panel';
import { ClosingBar } from './components/closing-bar';
import { DeletionPanel } from './components/deletion-panel';
import { PendingEmail } from './components/pending-email';
import { NewsMatrix } from './components/news-matrix';
import { PrivacyForm } from './components/preference-forms';
import { QuietHours } from './components/quiet-hours';
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

describe('the privacy settings', () => {
  it('are saved immediately, and then show the server’s values', async () => {
    const { calls } = await show(<PrivacyForm />, {
      updatePreferences: ({ body }) => ({ ...me, preferences: { ...preferences, ...body } }),
    });
    await userEvent.click(screen.getByLabelText(/Show me in search/));
    await userEvent.selectOptions(screen.getByLabelText('Who can message me'), 'Nobody');
    await act(settle);
    expect(sent(calls, 'updatePreferences')).toEqual([{ hideFromSearch: true }, { messagesFrom: 'nobody' }]);
    expect(screen.getByLabelText(/Show when I am online/)).toBeChecked();
  });

  it('keep the latest choice, even if responses are slow', async () => {
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
    // Only one request at a time, because each response is the whole account.
    expect(sent(calls, 'updatePreferences')).toEqual([{ showOnline: false }]);
    for (let turn = 0; turn < 2; turn += 1) {
      waiting.shift()?.();
      await act(settle);
      expect(online).not.toBeChecked();
      expect(receipts).not.toBeChecked();
    }
    expect(stored).toMatchObject({ showOnline: false, readReceipts: false });
  });

  it('are undone if saving fails', async () => {
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

  it('show that a choice was rejected, even if a later one was saved', async () => {
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

  it('stay busy until their own response, even while an archive is requested', async () => {
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

  it('are hidden on a backend without them', async () => {
    await show(<PrivacyForm />, {}, { ...me, preferences: undefined });
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });
});

it('mails can be chosen by kind, without those that a fan never gets', async () => {
  const { calls } = await show(<NewsMatrix />, { updatePreferences: () => me });
  expect(screen.queryByLabelText('Tips I get, by email')).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Likes, by email'));
  await act(settle);
  expect(sent(calls, 'updatePreferences')).toEqual([{ mails: { likes: true } }]);
  // An API without pushed messages sends no choices for them.
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Kind of news', 'Email']);
});

describe('news by channel', () => {
  const ours = {
    ...me,
    preferences: { ...preferences, pushes: defaultPushes, site: defaultSiteNews, quietHours: null },
  };

  it('are chosen one by one, or turned off everywhere but on the site', async () => {
    const { calls } = await show(<NewsMatrix />, { updatePreferences: () => ours }, ours);
    const row = within(screen.getByRole('row', { name: /^New messages/ }));
    expect(row.getAllByRole('checkbox')).toHaveLength(2);
    expect(row.getByText('Always')).toBeVisible();
    await userEvent.click(screen.getByLabelText('Likes, on the site'));
    await userEvent.click(screen.getByLabelText('Orders, by push'));
    await userEvent.click(screen.getByRole('button', { name: 'Turn off all email and push' }));
    await act(settle);
    const [site, push, off] = sent(calls, 'updatePreferences') as Record<string, Record<string, boolean>>[];
    expect([site, push]).toEqual([{ site: { likes: false } }, { pushes: { orders: false } }]);
    expect(Object.keys(off ?? {})).toEqual(['mails', 'pushes']);
    expect(Object.values(off ?? {}).flatMap((choices) => Object.values(choices))).not.toContain(true);
  });

  it('wait during quiet hours, which have the time zone of the device', async () => {
    const { calls } = await show(<QuietHours />, { updatePreferences: () => ours }, ours);
    expect(screen.queryByLabelText('From')).not.toBeInTheDocument();
    await userEvent.click(screen.getByLabelText(/Quiet hours/));
    await act(settle);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(sent(calls, 'updatePreferences')).toEqual([{ quietHours: { from: '22:00', to: '08:00', timeZone } }]);
  });
});

it.each([
  ['a compatible backend', [], true],
  ['our backend with live shows', ['updatePreferences', 'shows'], true],
  ['our backend without live shows', ['updatePreferences'], false],
])('mails about live shows are offered only if the site has shows: %s', (_what, extensions, isOffered) => {
  renderWithStore(<NewsMatrix />, { features: [privacyFeature], user: me, extensions });
  expect(screen.getByLabelText('Likes, by email')).toBeVisible();
  expect(screen.queryAllByLabelText('Live shows from creators I follow, by email')).toHaveLength(isOffered ? 1 : 0);
});

it('an unconfirmed email is shown, and its mail can be resent or the change canceled', async () => {
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
  it('can be downloaded while it exists', async () => {
    await show(<ArchivePanel />);
    expect(screen.getByRole('link', { name: 'Download, 1.9 MB' })).toHaveAttribute('href', archive.url);
    expect(screen.getByText(/here until/)).toHaveTextContent('here until 27 November.');
  });

  it('is created on request, and a rejection is shown', async () => {
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

describe('an archive being prepared', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
  afterEach(() => vi.useRealTimers());

  it('is polled again after a failed poll', async () => {
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
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.getByRole('link', { name: /^Download/ })).toBeVisible();
  });

  it('is polled less often after failures, at least once a minute', async () => {
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
    for (now = 1; now <= 220; now += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(at).toEqual([0, 3, 9, 21, 45, 93, 153, 213]);
  });
});

describe('deleting the account', () => {
  it('requires typing the name and giving up the balance, and says which data stay', async () => {
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
  ])('tells %s about the loss of purchases only if it applies', async (_who, user, isSaid) => {
    await show(<DeletionPanel />, {}, user as CurrentUser);
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(screen.queryByText('You will lose access to everything you bought.') !== null).toBe(isSaid);
  });

  it('can be undone until its date', async () => {
    const { calls } = await show(<DeletionPanel />, { cancelDeletion: () => me }, leaving);
    expect(screen.getByText(/Your account will be deleted on/)).toHaveTextContent('deleted on 5 December.');
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await act(settle);
    expect(sent(calls, 'cancelDeletion')).toHaveLength(1);
  });

  it('is not requested again by a press that follows the undo', async () => {
    const { store } = await show(<DeletionPanel />, { requestDeletion: () => leaving });
    await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    act(() => void store.dispatch(currentUserLoaded(leaving as CurrentUser)));
    expect(screen.getByText(/Your account will be deleted on/)).toBeVisible();
    act(() => void store.dispatch(currentUserLoaded(me as CurrentUser)));
    expect(screen.getByRole('button', { name: 'Delete my account' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('waits for pending income', async () => {
    await show(<DeletionPanel />, { getDeletion: () => ({ ...deletion, refusal: 'DELETION_MONEY_PENDING' }) });
    expect(screen.getByRole('button', { name: 'Delete my account' })).toBeDisabled();
  });
});

describe('the bar for an account in deletion', () => {
  const bar = () => screen.queryByRole('region', { name: 'Account deletion' });

  it('loads its feature, shows the date, and undoes the deletion in one press', async () => {
    const given = storeForTest({ answers: { cancelDeletion: () => me }, user: leaving });
    renderWithStore(<ClosingBar />, { given });
    expect(bar()).toHaveTextContent('Your account will be deleted on 5 December.');
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await act(settle);
    expect(bar()).not.toBeInTheDocument();
  });

  it('stays open, and shows why undoing the deletion failed', async () => {
    const refuse = () => {
      throw new ApiError(500, { message: 'Something went wrong, please try again later' });
    };
    await show(<ClosingBar />, { cancelDeletion: refuse }, leaving);
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong, please try again later');
    expect(bar()).toBeVisible();
  });

  it('is hidden for other accounts', async () => {
    await show(<ClosingBar />);
    expect(bar()).not.toBeInTheDocument();
  });
});

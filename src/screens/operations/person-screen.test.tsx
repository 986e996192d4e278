import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { actFeature } from '@/features/operations/act/act-feature';
import { logFeature } from '@/features/operations/log/log-feature';
import { personFeature, type Person, type PersonEntry } from '@/features/operations/person/person-feature';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../tests/harness/render-with-store';
import { loadPerson, peopleHref, readPeopleFilter } from './people-query';
import { PersonScreen } from './person-screen';

// The real provider needs the design tokens of the page.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

const noor: Person = {
  _id: 'p1',
  kind: 'performer',
  name: 'Noor Adeyemi',
  username: 'noor',
  email: 'noor@example.test',
  status: 'active',
  isApproved: true,
  createdAt: '2025-03-03T10:00:00.000Z',
  lastSeenAt: null,
  avatar: '',
  firstName: 'Noor',
  lastName: 'Adeyemi',
  country: 'IE',
  phone: null,
  verifiedEmail: true,
  verifiedPhone: false,
  hasTwoFactor: true,
  operatorRole: null,
  logins: [{ provider: 'password', label: '' }],
  closure: null,
  deletionAt: null,
  creator: {
    commission: null,
    siteCommission: 0.2,
    siteCommissions: [{ kind: 'subscription', commission: 0.15 }],
    payoutHold: null,
    payoutRest: null,
    subscribers: 3,
    followers: 9,
  },
  sessions: [
    {
      _id: 's1',
      device: 'desktop',
      browser: 'Firefox',
      os: 'Linux',
      country: 'IE',
      createdAt: '2026-11-19T10:00:00.000Z',
      lastUsedAt: '2026-11-20T10:00:00.000Z',
    },
  ],
  notes: [{ _id: 'n1', text: 'Asked about Canada.', operatorName: 'Petra', createdAt: '2026-11-12T10:00:00.000Z' }],
  reportsAbout: { data: [], total: 0 },
  reportsBy: { data: [], total: 0 },
};

const ada = { _id: 'f1', name: 'Ada Fenn', username: 'ada' };
const entry = { sale: 'feed', other: ada, paymentId: null, payoutId: null, createdAt: '2026-11-20T10:00:00.000Z' };
const swim = { title: 'Morning swim', page: { kind: 'feed' as const, _id: 'i1' } };
const entries: PersonEntry[] = [
  { ...entry, _id: 't1', code: 'feed', item: swim, moves: [{ account: 'pending', amount: 4.8 }] },
  {
    ...entry,
    _id: 't2',
    code: 'release',
    item: swim,
    moves: [
      { account: 'pending', amount: -3.6 },
      { account: 'wallet', amount: 3.6 },
    ],
  },
];

async function show(
  role: string,
  { person = noor, tab, answers = {} }: { person?: Person; tab?: string; answers?: Answers } = {},
) {
  const query = { id: 'p1', ...(tab !== undefined && { tab }) };
  const rendered = renderWithStore(<PersonScreen />, {
    features: [actFeature, personFeature, logFeature],
    user: { roles: ['user', 'admin', role] },
    answers: {
      readPerson: () => person,
      searchOperatorLog: () => ({ data: [], total: 0 }),
      readPersonMoney: () => ({
        wallet: 1284.6, walletRefund: null, pending: 412.35, reserved: 60, debt: 0, sold: 9000, paidOut: 9614.2, spent: 0, refundShare: 0.007,
      }), // prettier-ignore
      listPersonEntries: () => ({ data: entries, total: 12 }),
      ...answers,
    },
    query,
  });
  await act(async () => {
    for (const action of loadPerson({ query, state: rendered.store.getState() })) rendered.store.dispatch(action);
    await settle();
  });
  return rendered;
}

const press = (element: HTMLElement) =>
  act(async () => {
    fireEvent.click(element);
    await settle();
  });
const button = (name: string) => screen.getByRole('button', { name });
const listActs = () =>
  within(screen.getByText('Actions').closest<HTMLElement>('.ant-card')!)
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent);

describe('a person’s page in the console', () => {
  it.each([
    ['owner', ['Send password email', 'Reset two-factor', 'Hold payouts', 'Close account', 'Change']],
    ['moderator', ['Close account']],
    ['support', ['Send password email']],
  ])('offers an %s the acts of that role', async (role, acts) => {
    await show(role);
    expect(listActs()).toEqual(acts);
  });

  it.each(['added', 'changed'] as const)('says that payouts are paused, because they %s an account', async (reason) => {
    const payoutRest = { until: '2026-12-01T06:56:00.000Z', reason };
    await show('owner', { person: { ...noor, creator: { ...noor.creator!, payoutRest } } });
    const words = new RegExp(`^Paused until .*1 December 2026 at .*: they ${reason} where their money goes$`);
    expect(screen.getByText(words)).toBeVisible();
  });

  it('offers what fits the state of the account', async () => {
    const creator = { ...noor.creator!, payoutHold: 'The bank asks.' };
    await show('owner', { person: { ...noor, status: 'inactive', hasTwoFactor: false, creator } });
    expect(listActs()).toEqual(['Release payouts', 'Reopen account', 'Change']);
    expect(screen.getByText('On hold: The bank asks.')).toBeInTheDocument();
  });

  it('closes the account with a reason, which stays when the call fails', async () => {
    const { calls } = await show('moderator', {
      answers: {
        closeAccount: () => {
          throw new ApiError(409, { message: 'The status of this account has changed.' });
        },
      },
    });
    await press(button('Close account'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Close the account of Noor Adeyemi (@noor)?')).toBeInTheDocument();
    expect(dialog.getByText(/Their balance stays theirs/)).toBeInTheDocument();
    fireEvent.change(dialog.getByLabelText('Noor Adeyemi reads'), { target: { value: 'Copied pictures' } });
    await press(dialog.getByRole('button', { name: 'Close account' }));
    expect(calls.find(({ name }) => name === 'closeAccount')?.input).toEqual({
      params: { id: 'p1' },
      body: { reason: 'Copied pictures' },
    });
    expect(dialog.getByText('The status of this account has changed.')).toBeInTheDocument();
    expect(dialog.getByLabelText('Noor Adeyemi reads')).toHaveValue('Copied pictures');
  });

  it('says to roles that read money what a closed account has, and what happens to it', async () => {
    await show('owner');
    await press(button('Close account'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('$1,284.60. It stays theirs; they can ask you for it.')).toBeInTheDocument();
    expect(dialog.getByText('$412.35. It becomes available when its holding period ends.')).toBeInTheDocument();
    expect(dialog.getByText('$60.00. Still to be paid, unless you reject them.')).toBeInTheDocument();
  });

  it('keeps what is typed for an act when the phone is rotated', async () => {
    let isNarrow = true;
    const listeners = new Set<(event: { matches: boolean }) => void>();
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        ({
          get matches() {
            return isNarrow;
          },
          media,
          addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
          removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
        }) as never,
    );
    const rotate = () =>
      act(async () => {
        isNarrow = !isNarrow;
        for (const listener of listeners) listener({ matches: isNarrow });
        await settle();
      });
    await show('moderator');
    const panel = screen.getByRole('tabpanel', { name: 'Part of the page' });
    await press(within(panel).getByRole('button', { name: 'Close account' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Noor Adeyemi reads'), { target: { value: 'Copied pictures' } });
    await rotate();
    expect(screen.getByRole('tab', { name: 'Overview', hidden: true })).toBeInTheDocument();
    expect(dialog.getByLabelText('Noor Adeyemi reads')).toHaveValue('Copied pictures');
    await rotate();
    expect(dialog.getByLabelText('Noor Adeyemi reads')).toHaveValue('Copied pictures');
  });

  it('keeps a typed commission while the site’s is chosen', async () => {
    const { calls } = await show('owner', { answers: { setCommission: () => ({ success: true }) } });
    await press(button('Change'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('spinbutton', { name: 'Percent' })).not.toBeInTheDocument();
    await press(dialog.getByLabelText(/^Their own/));
    fireEvent.change(dialog.getByRole('spinbutton', { name: 'Percent' }), { target: { value: '12.5' } });
    await press(dialog.getByLabelText(/^The site’s/));
    await press(dialog.getByLabelText(/^Their own/));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Founding creator' } });
    await press(dialog.getByRole('button', { name: 'Change commission' }));
    expect(calls.find(({ name }) => name === 'setCommission')?.input.body).toEqual({
      commission: 0.125,
      reason: 'Founding creator',
    });
  });

  it('pays the wallet of a fan back to its cards, with the balance before and after', async () => {
    const cards = [{ paymentId: 'pay1', brand: 'Visa', last4Digits: '4242', amount: 123 }];
    const walletRefund = { amount: 100, tax: 23, stays: 20, cards };
    const money = { wallet: 120, walletRefund, pending: 0, reserved: 0, debt: 0, sold: 0, paidOut: 0, spent: 0 };
    const ada: Person = { ...noor, kind: 'user', name: 'Ada', username: 'ada', status: 'inactive', creator: null };
    const { calls } = await show('owner', {
      person: ada,
      answers: {
        readPersonMoney: () => ({ ...money, refundShare: null }),
        refundWallet: () => {
          throw new ApiError(409, { message: 'The wallet has $80.00 now. Reload the page to see it.' });
        },
      },
    });
    await press(button('Pay back $100.00'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Pay back $100.00 to Ada (@ada)?')).toBeInTheDocument();
    const facts = dialog.getAllByRole('row').map(({ textContent }) => textContent);
    expect(facts).toEqual([
      'Wallet now$120.00',
      'Back to Visa 4242$123.00',
      'Tax in that$23.00',
      'Wallet after$20.00. No payment by card is left that it could go back to.',
    ]);
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'She asked by email' } });
    await press(dialog.getByRole('button', { name: 'Pay back $100.00' }));
    expect(calls.find(({ name }) => name === 'refundWallet')?.input).toEqual({
      params: { id: 'p1' },
      body: { expectedBalance: 120, reason: 'She asked by email' },
    });
    expect(dialog.getByText('The wallet has $80.00 now. Reload the page to see it.')).toBeInTheDocument();
    expect(dialog.getByLabelText('Reason')).toHaveValue('She asked by email');
  });

  it('says that money in a wallet can’t go back where no card can take it', async () => {
    await show('owner', { person: { ...noor, kind: 'user', creator: null } });
    expect(listActs()).not.toContain('Pay back');
    expect(screen.getByText(/^\$1,284\.60 in the wallet can’t be paid back here/)).toBeInTheDocument();
  });

  it('says nothing of balances to other roles', async () => {
    await show('moderator');
    await press(button('Close account'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByText(/\$/)).not.toBeInTheDocument();
  });

  it('ends one session', async () => {
    const { calls } = await show('support', {
      tab: 'sessions',
      answers: { endPersonSessions: () => ({ success: true }) },
    });
    await press(button('End'));
    await press(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End session' }));
    expect(calls.find(({ name }) => name === 'endPersonSessions')?.input.body).toEqual({ sessionId: 's1' });
    expect(calls.filter(({ name }) => name === 'readPerson')).toHaveLength(2);
  });

  it('shows money only to roles that may read it', async () => {
    await show('owner', { tab: 'money' });
    expect(screen.getByText('$1,284.60')).toBeInTheDocument();
    expect(screen.getByText('0.7%')).toBeInTheDocument();
  });

  it('names the item and the other person of each entry, with a pager', async () => {
    await show('owner', { tab: 'money' });
    const [, sale, release] = within(screen.getByRole('table')).getAllByRole('row');
    const read = (row: HTMLElement | undefined) =>
      within(row!).getAllByRole('cell').slice(1).map(({ textContent }) => textContent); // prettier-ignore
    expect(read(sale)).toEqual(['Post', 'Morning swim', 'Ada Fenn @ada', '', '+$4.80']);
    expect(read(release)).toEqual([
      'Income becomes available',
      'Post: Morning swim',
      'Ada Fenn @ada',
      '+$3.60',
      '−$3.60',
    ]);
    const links = within(sale!).getAllByRole('link').map((link) => link.getAttribute('href')); // prettier-ignore
    expect(links).toEqual(['/admin/content/feed/i1', '/admin/people/f1']);
    expect(screen.getByRole('listitem', { name: '2' })).toBeInTheDocument();
  });

  it('neither shows nor asks for money otherwise', async () => {
    const { calls } = await show('support', { tab: 'money' });
    expect(screen.queryByText('Money')).not.toBeInTheDocument();
    expect(calls.map(({ name }) => name)).not.toContain('readPersonMoney');
  });

  it('says why an account did not load, and tries again', async () => {
    let tries = 0;
    await show('owner', {
      answers: {
        readPerson: () => {
          tries += 1;
          if (tries === 1) throw new ApiError(500, { message: 'The server is away.' });
          return noor;
        },
      },
    });
    await press(button('Try again'));
    expect(screen.getByText('Asked about Canada.')).toBeInTheDocument();
  });
});

describe('the address of the list of people', () => {
  it('holds its filters', () => {
    const query = { q: '@noor', kind: 'performer', status: 'inactive' };
    expect(peopleHref(readPeopleFilter(query), 2)).toBe(
      '/admin/people?q=%40noor&kind=performer&status=inactive&page=2',
    );
    expect(peopleHref(readPeopleFilter({ kind: 'nonsense' }))).toBe('/admin/people');
  });
});

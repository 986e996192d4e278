import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { actFeature } from '@/features/operations/act/act-feature';
import { operatorFeature, type Candidate } from '@/features/operations/operator/operator-feature';
import { personFeature, type Person } from '@/features/operations/person/person-feature';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../tests/harness/render-with-store';
import { loadOperators } from './operators-query';
import { OperatorsScreen } from './operators-screen';

// The real provider needs the design tokens of the page.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

const buildCandidate = (_id: string, username: string): Candidate => ({
  _id,
  kind: 'user',
  name: 'Tess Marlow',
  username,
  email: `${username}@example.test`,
  status: 'active',
  isApproved: false,
  createdAt: '2025-03-03T10:00:00.000Z',
  lastSeenAt: null,
});

const tess: Person = {
  ...buildCandidate('u2', 'tess2'),
  avatar: '',
  firstName: '',
  lastName: '',
  country: '',
  phone: null,
  verifiedEmail: true,
  verifiedPhone: false,
  hasTwoFactor: false,
  operatorRole: null,
  logins: [],
  closure: null,
  deletionAt: null,
  creator: null,
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
  notes: [],
  reportsAbout: { data: [], total: 0 },
  reportsBy: { data: [], total: 0 },
};

async function show(account: Partial<Person> = {}, answers: Answers = {}) {
  const rendered = renderWithStore(<OperatorsScreen />, {
    features: [actFeature, operatorFeature, personFeature],
    user: { roles: ['user', 'admin', 'owner'] },
    answers: {
      listOperators: () => [],
      searchPeople: ({ query }) => {
        const data = query?.['q'] === 'tess' ? [buildCandidate('u1', 'tess'), buildCandidate('u2', 'tess2')] : [];
        return { data, total: data.length };
      },
      readPerson: () => ({ ...tess, ...account }),
      setOperatorRole: () => [],
      ...answers,
    },
  });
  await act(async () => {
    for (const action of loadOperators()) rendered.store.dispatch(action);
    await settle();
  });
  fireEvent.click(screen.getByRole('button', { name: 'Give a role' }));
  return { ...rendered, dialog: within(await screen.findByRole('dialog')) };
}

const search = (words: string) => fireEvent.change(screen.getByLabelText('Account'), { target: { value: words } });

describe('giving a role', () => {
  it('finds accounts of one name, shows the chosen one, and gives it the role', async () => {
    const { dialog, calls } = await show();
    search('tess');
    expect(await screen.findByText('Tess Marlow (@tess)')).toBeInTheDocument();
    expect(screen.getByText(/^tess2@example.test, since 3 Mar/)).toBeInTheDocument();
    fireEvent.click(screen.getByText('Tess Marlow (@tess2)'));
    expect(await dialog.findByText('tess2@example.test, confirmed')).toBeInTheDocument();
    expect(dialog.getByText(/^Firefox on Linux, Ireland, last used /)).toBeInTheDocument();
    await act(async () => {
      fireEvent.click(dialog.getByRole('button', { name: 'Give role' }));
      await settle();
    });
    expect(calls.find(({ name }) => name === 'setOperatorRole')?.input.body).toEqual({
      email: 'tess2@example.test',
      role: 'support',
    });
  });

  it.each([
    [{}, 'Two-factor is off: anyone who takes over the account gets the role.'],
    [
      { verifiedEmail: false, hasTwoFactor: true },
      'Their email is not confirmed: anyone who takes over the account gets the role.',
    ],
    [
      { verifiedEmail: false },
      'Their email is not confirmed, and two-factor is off: anyone who takes over the account gets the role.',
    ],
    [{ hasTwoFactor: true }, 'Their email is confirmed, and two-factor is on.'],
  ])('says what is weak about the account: %j', async (account, text) => {
    const { dialog } = await show(account);
    search('tess');
    fireEvent.click(await screen.findByText('Tess Marlow (@tess2)'));
    expect(await dialog.findByText(text)).toBeInTheDocument();
  });

  it('says why the account could not be read, and tries again', async () => {
    let isDown = true;
    const readPerson = () => {
      if (isDown) throw new ApiError(500, { message: 'Something broke.' });
      return tess;
    };
    const { dialog } = await show({}, { readPerson });
    search('tess');
    fireEvent.click(await screen.findByText('Tess Marlow (@tess2)'));
    expect(await dialog.findByText('Something broke.')).toBeInTheDocument();
    isDown = false;
    fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('tess2@example.test, confirmed')).toBeInTheDocument();
    expect(dialog.queryByText('Something broke.')).not.toBeInTheDocument();
  });

  it('says that nobody fits, and gives no role without an account', async () => {
    const { dialog, calls } = await show();
    search('nobody');
    expect(await screen.findByText('No fan’s account fits.')).toBeInTheDocument();
    fireEvent.click(dialog.getByRole('button', { name: 'Give role' }));
    expect(await dialog.findByText('Choose a fan’s account.')).toBeInTheDocument();
    expect(calls.map(({ name }) => name)).not.toContain('setOperatorRole');
  });
});

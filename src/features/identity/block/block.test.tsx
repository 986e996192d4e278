import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { blockClosed, blockFeature, people, personBlocked, personUnblocked, type FoundPerson } from './block-feature';
import { BlockSheet } from './components/block-sheet';
import { BlockedPeople } from './components/blocked-people';
import { CountrySwitches } from './components/country-switches';
import { PersonFinder } from './components/person-finder';

const ada = { _id: 'u1', name: 'Ada Fenn', username: 'ada', avatar: '', isPerformer: false };
const jun = { ...ada, _id: 'u2', name: 'Jun Park', username: 'jun' };
const row = (targetInfo: typeof ada | null, reason = '') => ({
  _id: `b-${targetInfo?._id}`,
  source: 'performer',
  sourceId: 'm1',
  target: 'user',
  targetId: targetInfo?._id ?? 'gone',
  reason,
  targetInfo,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
});
const mira = { _id: 'm1', isPerformer: true, blockCountries: { countryCodes: ['IE'] } } as Partial<CurrentUser>;
const refuse = () => {
  throw new ApiError(500, { message: 'It did not work.' });
};

async function show(answers: Answers = {}) {
  const given = storeForTest({
    features: [blockFeature],
    user: mira,
    answers: {
      listBlockedUsers: () => ({ data: [row(jun, 'Rude in every message')], total: 1 }),
      searchUsers: () => ({ data: [ada, jun], total: 2 }),
      ...answers,
    },
  });
  given.store.dispatch(people.requested({}));
  renderWithStore(
    <>
      <PersonFinder renderAbout={() => null} />
      <BlockedPeople />
    </>,
    { given },
  );
  await act(settle);
  return given;
}

const press = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

describe('blocked people', () => {
  it('are found by name, and blocked with a reason', async () => {
    const { calls, store } = await show({ blockUser: ({ body }) => ({ ...row(ada), ...body }) });
    await userEvent.type(screen.getByRole('searchbox'), 'a');
    await userEvent.click(await screen.findByRole('button', { name: 'Block Ada Fenn' }));
    expect(screen.queryByRole('button', { name: 'Block Jun Park' })).toBeNull();
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.getByText(/page not found/)).toBeVisible();
    await userEvent.type(sheet.getByLabelText(/Why/), ' Asks for my address ');
    await userEvent.click(sheet.getByRole('button', { name: 'Block' }));
    await act(settle);
    expect(calls.find(({ name }) => name === 'searchUsers')?.input.query).toMatchObject({ name: 'a' });
    expect(calls.find(({ name }) => name === 'blockUser')?.input.body).toEqual({
      targetId: 'u1',
      target: 'user',
      reason: 'Asks for my address',
    });
    expect(screen.getByText('Asks for my address')).toBeVisible();
    const [toast] = selectToasts(store.getState());
    expect(toast).toMatchObject({ text: 'Ada Fenn is blocked', action: 'Undo', onAction: personUnblocked('u1') });
    expect(screen.getByRole('button', { name: 'Unblock Ada Fenn' })).toBeVisible();
  });

  it('are not searched for by punctuation only', async () => {
    const { calls } = await show();
    await userEvent.type(screen.getByRole('searchbox'), '🎉');
    expect(await screen.findByText('Nothing to search for in “🎉”. Try words or a name.')).toBeVisible();
    expect(calls.map(({ name }) => name)).not.toContain('searchUsers');
  });

  it('are each blocked, even if the page is left before the first response', async () => {
    const held: ((reply: object) => void)[] = [];
    const { store, calls } = await show({ blockUser: () => new Promise((resolve) => held.push(resolve)) });
    const block = (person: typeof ada) =>
      act(() => void store.dispatch(personBlocked({ person: person as FoundPerson, reason: '' })));
    const status = () => store.getState().block.blocking.status;
    block(jun);
    block(ada);
    expect(calls.filter(({ name }) => name === 'blockUser').map(({ input }) => input.body?.['targetId'])).toEqual([
      'u2',
      'u1',
    ]);
    held[0]?.(row(jun));
    await act(settle);
    expect(status()).toBe('pending');
    held[1]?.(row(ada));
    await act(settle);
    expect(status()).toBe('saved');
  });

  it('stay in the open sheet, with the reason, if the block is rejected', async () => {
    await show({ blockUser: refuse });
    await userEvent.type(screen.getByRole('searchbox'), 'a');
    await userEvent.click(await screen.findByRole('button', { name: 'Block Ada Fenn' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Block' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('It did not work.');
  });

  it('are blocked one after the other, each in a sheet of its own', async () => {
    const given = storeForTest({
      features: [blockFeature],
      user: mira,
      answers: { blockUser: ({ body }) => ({ ...row(ada), ...body }) },
    });
    function Menu() {
      const [person, setPerson] = useState<typeof ada | null>(null);
      return (
        <>
          <button type="button" onClick={() => setPerson(jun)}>
            Jun
          </button>
          <button type="button" onClick={() => setPerson(ada)}>
            Ada
          </button>
          {person && <BlockSheet person={person as FoundPerson} onClose={() => setPerson(null)} about={null} />}
        </>
      );
    }
    renderWithStore(<Menu />, { given });
    for (const name of ['Jun', 'Ada', 'Ada']) {
      await press(name);
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Block' }));
      await act(settle);
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    }
    expect(given.calls.map(({ input }) => input.body?.['targetId'])).toEqual(['u2', 'u1', 'u1']);
  });

  it('are named in a notice if the block fails after its sheet has closed', async () => {
    const { store } = await show({ blockUser: refuse });
    act(() => {
      store.dispatch(personBlocked({ person: jun as FoundPerson, reason: '' }));
      store.dispatch(blockClosed());
    });
    await act(settle);
    expect(selectToasts(store.getState())[0]?.text).toBe('Jun Park is not blocked. It did not work.');
  });

  it('leave the list when they are unblocked', async () => {
    const { calls } = await show({ unblockUser: () => ({ unlocked: true }) });
    expect(screen.getByText('Rude in every message')).toBeVisible();
    await press('Unblock Jun Park');
    expect(calls.at(-1)).toMatchObject({ name: 'unblockUser', input: { params: { id: 'u2' } } });
    expect(screen.getByText('You haven’t blocked anyone')).toBeVisible();
  });

  it('return to the list if the server rejects the call', async () => {
    const { store } = await show({ unblockUser: refuse });
    await press('Unblock Jun Park');
    expect(screen.getByRole('button', { name: 'Unblock Jun Park' })).toBeVisible();
    expect(selectToasts(store.getState())[0]?.text).toBe('It did not work.');
  });

  it('can include deleted accounts, and show an error if the list does not load', async () => {
    let isDown = true;
    await show({ listBlockedUsers: () => (isDown ? refuse() : { data: [row(null)], total: 1 }) });
    expect(screen.getByText('The list did not load')).toBeVisible();
    isDown = false;
    await press('Try again');
    expect(screen.getByText('Deleted account')).toBeVisible();
  });
});

describe('blocked countries', () => {
  const countries = [
    { name: 'Ireland', code: 'IE' },
    { name: 'Japan', code: 'JP' },
    { name: 'Peru', code: 'PE' },
  ];
  const showCountries = (
    blockCountries: NonNullable<Answers['blockCountries']>,
    getMe: NonNullable<Answers['getMe']> = () => mira,
  ) =>
    renderWithStore(<CountrySwitches countries={countries} />, {
      features: [blockFeature],
      user: mira,
      answers: { blockCountries, getMe },
    });
  const sentTo = (calls: ReturnType<typeof showCountries>['calls']) =>
    calls.filter(({ name }) => name === 'blockCountries').map(({ input }) => input.body?.['countryCodes']);

  it('are found by name', async () => {
    showCountries(refuse);
    await userEvent.type(screen.getByRole('searchbox'), 'jap');
    expect(screen.getAllByRole('switch')).toEqual([screen.getByRole('switch', { name: 'Japan' })]);
  });

  it('are sent as a whole list, one call at a time, with the latest switches last', async () => {
    const arrive: (() => void)[] = [];
    let stored: unknown = ['IE'];
    const { calls } = showCountries(
      ({ body }) =>
        new Promise((resolve) => arrive.push(() => resolve({ countryCodes: (stored = body?.['countryCodes']) }))),
      () => ({ ...mira, blockCountries: { countryCodes: stored } }),
    );
    expect(screen.getByRole('switch', { name: 'Ireland' })).toBeChecked();
    await userEvent.click(screen.getByRole('switch', { name: 'Japan' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Peru' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Ireland' }));
    arrive[0]?.();
    await act(settle);
    arrive[1]?.();
    await act(settle);
    expect(sentTo(calls)).toEqual([
      ['IE', 'JP'],
      ['JP', 'PE'],
    ]);
    expect(screen.getByText('2 countries blocked.')).toBeVisible();
  });

  it('keep switches made in another tab', async () => {
    const { calls } = showCountries(
      ({ body }) => body,
      () => ({ ...mira, blockCountries: { countryCodes: ['JP'] } }),
    );
    await userEvent.click(screen.getByRole('switch', { name: 'Peru' }));
    await act(settle);
    expect(sentTo(calls)).toEqual([['JP', 'PE']]);
    expect(screen.getAllByRole('switch', { checked: true })).toEqual([
      screen.getByRole('switch', { name: 'Japan' }),
      screen.getByRole('switch', { name: 'Peru' }),
    ]);
  });

  it('are listed first, and can be unblocked there', async () => {
    const { calls } = showCountries(
      ({ body }) => body,
      () => mira,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Unblock Ireland' }));
    await act(settle);
    expect(sentTo(calls)).toEqual([[]]);
    expect(screen.queryByRole('list', { name: 'Blocked now' })).not.toBeInTheDocument();
  });

  it('can be switched by whole regions, with few calls', async () => {
    const europe = [...countries, { name: 'Norway', code: 'NO' }, { name: 'Spain', code: 'ES' }];
    let stored = ['IE'];
    const { calls } = renderWithStore(<CountrySwitches countries={europe} />, {
      features: [blockFeature],
      user: mira,
      answers: {
        blockCountries: ({ body }) => ({ countryCodes: (stored = body?.['countryCodes'] as string[]) }),
        getMe: () => ({ ...mira, blockCountries: { countryCodes: stored } }),
      },
    });
    const region = screen.getByRole('button', { name: 'Europe' });
    expect(region).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(region);
    await act(settle);
    expect(sentTo(calls).at(-1)).toEqual(['IE', 'ES', 'NO']);
    expect(sentTo(calls).length).toBeLessThanOrEqual(2);
    expect(region).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(region);
    await act(settle);
    expect(sentTo(calls).at(-1)).toEqual([]);
  });

  it('are switched back if the server rejects the call', async () => {
    const { store } = showCountries(refuse);
    await userEvent.click(screen.getByRole('switch', { name: 'Peru' }));
    await act(settle);
    expect(screen.getByRole('switch', { name: 'Peru' })).not.toBeChecked();
    expect(selectToasts(store.getState())[0]?.text).toBe('It did not work.');
  });
});

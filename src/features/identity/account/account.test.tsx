import { usernameFeature } from '@/features/identity/auth/username-feature';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Link from 'next/link';
import {
  currentUserLoaded,
  currentUserRequested,
  selectCurrentUser,
  type CurrentUser,
} from '@/features/identity/auth/session-slice';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { unauthorized } from '@/store/call-endpoint';
import { useAppSelector } from '@/store/hooks';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { accountFeature } from './account-feature';
import { creatorProfileSaved, fileChosen, sectionCancelled, selectSection } from './account-slice';
import { CreatorProfileForm } from './components/creator-profile-form';
import type { CreatorAccount } from './components/creator-fields';
import { FanProfileForm } from './components/fan-profile-form';
import { PasswordForm } from './components/password-form';
import { estimatePassword } from '@/services/password-strength';

// Loads the word lists in advance, because the first new password would otherwise wait for them.
beforeAll(() => estimatePassword('any', []));

const ada = {
  _id: '1',
  name: 'Ada',
  username: 'ada',
  email: 'ada@example.test',
  avatar: '',
  isPerformer: false,
  wallet: 0,
};
const refuse = (status: number, body?: unknown) => () => {
  throw new ApiError(status, body);
};
const getToasts = (store: { getState(): Parameters<typeof selectToasts>[0] }) =>
  selectToasts(store.getState()).map(({ text }) => text);

beforeEach(() => {
  sessionStorage.clear();
  document.body.innerHTML = '<script id="public-env" type="application/json">{}</script>';
});

describe('the profile form of a creator', () => {
  const mira = {
    ...ada,
    isPerformer: true,
    username: 'mira',
    bio: '',
    monthlyPrice: 5,
    yearlyPrice: 50,
    categoryIds: [],
    languages: [],
    durationFreeSubscriptionDays: 1,
    isFreeSubscription: false,
  } as unknown as CreatorAccount;
  const Form = () => {
    const user = useAppSelector(selectCurrentUser);
    return user?.isPerformer ? <CreatorProfileForm user={user} categories={[]} /> : null;
  };

  describe('if another tab saved the profile since it was opened', () => {
    /** Opens the form at price 5; another tab stores `there` before this one types its price and saves. */
    async function saveStale(there: Partial<CreatorAccount>, own = '6') {
      let stored = { ...mira, revision: 1 };
      const shown = renderWithStore(<Form />, {
        features: [accountFeature, usernameFeature],
        user: stored,
        answers: {
          getMe: () => stored,
          updatePerformer: ({ body }, options) => {
            if (options?.revision !== stored.revision)
              throw new ApiError(409, { error: 'CHANGED_ELSEWHERE', message: 'No' });
            return (stored = { ...stored, ...body, revision: stored.revision + 1 });
          },
        },
      });
      const price = screen.getByLabelText('Monthly price');
      await userEvent.clear(price);
      await userEvent.type(price, own);
      stored = { ...stored, ...there, revision: 2 };
      await userEvent.click(screen.getByRole('button', { name: 'Save' }));
      await act(settle);
      return { ...shown, read: () => stored };
    }

    it('offers both prices, and stores the creator’s own price only on request', async () => {
      const { read } = await saveStale({ monthlyPrice: 8 });
      expect(read().monthlyPrice).toBe(8);
      expect(screen.getByText('Changed elsewhere since you opened it')).toBeVisible();
      expect(screen.getByText('Monthly price: “8.00” there, “6” here')).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
      await act(settle);
      expect(read().monthlyPrice).toBe(6);
      expect(screen.queryByText(/Changed elsewhere/)).not.toBeInTheDocument();
    });

    it('can take the other tab’s price', async () => {
      const { read } = await saveStale({ monthlyPrice: 8 });
      await userEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
      expect(screen.getByLabelText('Monthly price')).toHaveValue('8.00');
      expect(screen.queryByText(/Changed elsewhere/)).not.toBeInTheDocument();
      expect(read().monthlyPrice).toBe(8);
    });

    it('asks before keeping a price with which a year costs more than twelve months', async () => {
      const { read } = await saveStale({ monthlyPrice: 4, yearlyPrice: 75 });
      await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
      await act(settle);
      expect(read().monthlyPrice).toBe(4);
      expect(screen.getByRole('dialog', { name: 'A year costs more than twelve months' })).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Save anyway' }));
      await act(settle);
      expect(read()).toMatchObject({ monthlyPrice: 6, yearlyPrice: 75 });
    });

    it('asks that only once if the other tab changed other fields', async () => {
      const { read } = await saveStale({ bio: 'I carve spoons.' }, '3');
      await userEvent.click(screen.getByRole('button', { name: 'Save anyway' }));
      await act(settle);
      expect(read()).toMatchObject({ monthlyPrice: 3, bio: 'I carve spoons.', revision: 3 });
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });

    it('keeps both without asking if different fields changed', async () => {
      const { read } = await saveStale({ bio: 'I carve spoons.' });
      expect(read()).toMatchObject({ monthlyPrice: 6, bio: 'I carve spoons.' });
      expect(screen.queryByText(/Changed elsewhere/)).not.toBeInTheDocument();
    });
  });

  it('saves nothing and shows no error of an earlier visit when it is opened again', async () => {
    const refusals = [
      { status: 409, body: { error: 'CHANGED_ELSEWHERE', message: 'No' } },
      { status: 400, body: { message: ['bio: is too short'] } },
    ];
    const given = storeForTest({
      features: [accountFeature, usernameFeature],
      user: mira,
      answers: {
        getMe: () => ({ ...mira, bio: 'Changed there.' }),
        updatePerformer: () => {
          const refusal = refusals.shift();
          if (refusal) throw new ApiError(refusal.status, refusal.body);
          return mira;
        },
      },
    });
    const save = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Save' }));
      await act(settle);
    };
    const visit = async () => {
      cleanup();
      sessionStorage.clear();
      renderWithStore(<Form />, { given });
      await act(settle);
    };
    const countUpdates = () => given.calls.filter(({ name }) => name === 'updatePerformer').length;
    await visit();
    await userEvent.type(screen.getByLabelText('About you'), 'x');
    await save();
    expect(countUpdates()).toBe(1);
    await visit();
    expect(countUpdates()).toBe(1);
    await userEvent.type(screen.getByLabelText('About you'), 'x');
    await save();
    expect(screen.getByLabelText('About you')).toBeInvalid();
    await visit();
    expect(screen.getByLabelText('About you')).not.toBeInvalid();
  });

  it.each([
    ['cannot be changed after the document review', true, undefined, true],
    ['can be changed before the document review', false, undefined, false],
    ['can always be changed if the backend allows it', true, [], false],
  ])('has a date of birth that %s', (_what, verifiedDocument, extensions, isFixed) => {
    renderWithStore(<Form />, {
      features: [accountFeature, usernameFeature],
      user: { ...mira, verifiedDocument, dateOfBirth: '1991-02-03T00:00:00.000Z' },
      ...(extensions && { extensions }),
    });
    const field = screen.getByLabelText<HTMLInputElement>('Date of birth');
    expect(field).toHaveValue('1991-02-03');
    expect(field.readOnly).toBe(isFixed);
    const hint = isFixed ? 'Checked with your documents. Write to us to change it.' : 'Never shown to others.';
    expect(field).toHaveAccessibleDescription(hint);
  });

  it('asks before leaving unsaved input', async () => {
    renderWithStore(
      <>
        <Form />
        <Link href="/?section=welcome">Welcome</Link>
      </>,
      { features: [accountFeature, usernameFeature], user: mira },
    );
    await userEvent.type(screen.getByLabelText('About you'), 'I carve spoons.');
    await userEvent.click(screen.getByRole('link', { name: 'Welcome' }));
    expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  });

  it('keeps unsaved input when the session ends, for the same account only', async () => {
    const { store } = renderWithStore(<Form />, { features: [accountFeature, usernameFeature], user: mira });
    await userEvent.type(screen.getByLabelText('About you'), 'I carve spoons.');
    act(() => void store.dispatch(unauthorized()));
    expect(screen.queryByLabelText('About you')).toBeNull();
    act(() => void store.dispatch(currentUserLoaded({ ...mira, _id: 'another' })));
    expect(screen.getByLabelText('About you')).toHaveValue('');
    act(() => void store.dispatch(unauthorized()));
    act(() => void store.dispatch(currentUserLoaded(mira)));
    expect(screen.getByLabelText('About you')).toHaveValue('I carve spoons.');
    await userEvent.clear(screen.getByLabelText('About you'));
    await userEvent.type(screen.getByLabelText('About you'), 'And bowls.');
    act(() => void store.dispatch(unauthorized()));
    act(() => void store.dispatch(currentUserLoaded(mira)));
    expect(screen.getByLabelText('About you')).toHaveValue('And bowls.');
  });

  describe('after a reload with unsaved input', () => {
    const features = [accountFeature, usernameFeature];

    /** Types a price, and opens the form again without saving or leaving it. */
    async function reload() {
      const before = renderWithStore(<Form />, { features, user: mira });
      const price = screen.getByLabelText('Monthly price');
      await userEvent.clear(price);
      await userEvent.type(price, '8.88');
      before.unmount();
      return renderWithStore(<Form />, {
        features,
        user: mira,
        answers: { updatePerformer: ({ body }) => ({ ...mira, ...body }) },
      });
    }
    const save = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Save' }));
      await act(settle);
    };
    const findNote = () => screen.queryByRole('group', { name: 'Unsaved changes' });

    it('says so, and saves nothing before the user has decided', async () => {
      const { calls } = await reload();
      expect(screen.getByLabelText('Monthly price')).toHaveValue('8.88');
      expect(findNote()).toHaveTextContent(/You have unsaved changes from just now\.\s*Changed: Monthly price\./);
      await userEvent.type(screen.getByLabelText('About you'), 'Spoons');
      await save();
      expect(calls).toEqual([]);
      expect(findNote()).toHaveFocus();
    });

    it('saves the restored input that the user kept', async () => {
      const { calls } = await reload();
      await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
      expect(findNote()).toBeNull();
      await save();
      expect(calls.map(({ input }) => input.body)).toEqual([{ monthlyPrice: 8.88 }]);
    });

    it('returns to the stored values if the user discards it, and deletes the saved copy', async () => {
      const { calls } = await reload();
      await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
      expect(findNote()).toBeNull();
      expect(screen.getByLabelText('Monthly price')).toHaveValue('5.00');
      expect(sessionStorage).toHaveLength(0);
      await userEvent.type(screen.getByLabelText('About you'), 'Spoons');
      await save();
      expect(calls.map(({ input }) => input.body)).toEqual([{ bio: 'Spoons' }]);
    });

    it('keeps the time of the input until it changes', async () => {
      const readTime = () => (JSON.parse(Object.values(sessionStorage)[0] as string) as { savedAt: number }).savedAt;
      const first = await reload();
      const savedAt = readTime();
      first.unmount();
      renderWithStore(<Form />, { features, user: mira });
      expect(readTime()).toBe(savedAt);
      await userEvent.type(screen.getByLabelText('About you'), 'S');
      expect(readTime()).toBeGreaterThan(savedAt);
    });
  });

  it('drops unsaved input after saving, and after leaving', async () => {
    const answers: Answers = { updatePerformer: ({ body }) => ({ ...mira, ...body }) };
    const features = [accountFeature, usernameFeature];
    const { unmount } = renderWithStore(<Form />, { features, user: mira, answers });
    await userEvent.type(screen.getByLabelText('About you'), 'I carve spoons.');
    expect(sessionStorage).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(settle);
    expect(sessionStorage).toHaveLength(0);
    unmount();
    renderWithStore(
      <>
        <Form />
        <Link href="/?section=welcome">Welcome</Link>
      </>,
      { features, user: mira },
    );
    await userEvent.type(screen.getByLabelText('About you'), 'I carve spoons.');
    await userEvent.click(screen.getByRole('link', { name: 'Welcome' }));
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(sessionStorage).toHaveLength(0);
  });

  it('keeps unsaved input when an upload reloads the account, and shows the other fields as saved', async () => {
    let stored: object = mira;
    const { store } = renderWithStore(<Form />, {
      features: [accountFeature, usernameFeature],
      user: mira,
      answers: {
        getMe: () => stored,
        uploadPerformerAvatar: () => ({}),
        updatePerformer: ({ body }) => (stored = { ...mira, ...body, bio: 'I carve spoons.', avatar: '/new.webp' }),
      },
    });
    await userEvent.type(screen.getByLabelText('About you'), ' I carve spoons. ');
    stored = { ...mira, avatar: '/new.webp', monthlyPrice: 7 };
    await act(async () => {
      store.dispatch(fileChosen({ section: 'avatar', file: new File(['x'], 'me.png') }));
      await settle();
    });
    expect(selectCurrentUser(store.getState())?.avatar).toBe('/new.webp');
    expect(screen.getByLabelText('About you')).toHaveValue(' I carve spoons. ');
    expect(screen.getByLabelText('Monthly price')).toHaveValue('7.00');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(settle);
    expect(screen.getByLabelText('About you')).toHaveValue('I carve spoons.');
  });

  it.each([
    ['none', undefined, {}],
    ['only the prices, which were never chosen,', false, { monthlyPrice: 5 }],
  ])('sends %s of the unchanged fields, since another tab may have saved them', async (_what, pricesChosen, more) => {
    const user = { ...mira, ...(pricesChosen === false && { pricesChosen }) } as CreatorAccount;
    const { calls } = renderWithStore(<Form />, {
      features: [accountFeature, usernameFeature],
      user,
      answers: { updatePerformer: () => user },
    });
    await userEvent.type(screen.getByLabelText('About you'), 'I carve spoons.');
    await userEvent.click(screen.getByRole('button', { name: 'Add a link' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(calls.map(({ input }) => input.body)).toEqual([{ bio: 'I carve spoons.', ...more }]);
  });

  it('sends each changed field in the format of the server', async () => {
    const { calls } = renderWithStore(<Form />, {
      features: [accountFeature, usernameFeature],
      user: mira,
      answers: { updatePerformer: () => mira },
    });
    const fill = async (label: string, text: string) => {
      await userEvent.clear(screen.getByLabelText(label));
      await userEvent.type(screen.getByLabelText(label), text);
    };
    await fill('Email', 'mira@example.test');
    await fill('Yearly price', '55');
    await userEvent.click(screen.getByRole('switch', { name: /Offer a free trial/ }));
    await fill('Days', '9');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(calls.map(({ input }) => input.body)).toEqual([
      { email: 'mira@example.test', yearlyPrice: 55, isFreeSubscription: true, durationFreeSubscriptionDays: 9 },
    ]);
  });

  it('suggests seven days when a trial is switched on, and takes that back when it is switched off', async () => {
    const { calls } = renderWithStore(<Form />, {
      features: [accountFeature, usernameFeature],
      user: { ...mira, durationFreeSubscriptionDays: 1 } as CreatorAccount,
      answers: { updatePerformer: () => mira },
    });
    const toggle = () => userEvent.click(screen.getByRole('switch', { name: /Offer a free trial/ }));
    await toggle();
    expect(screen.getByLabelText('Days')).toHaveValue(7);
    await toggle();
    await userEvent.type(screen.getByLabelText('About you'), 'I carve spoons.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await toggle();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(calls.map(({ input }) => input.body)).toMatchObject([
      { bio: 'I carve spoons.' },
      { isFreeSubscription: true, durationFreeSubscriptionDays: 7 },
    ]);
  });

  it('keeps the number of trial days that the creator has set', async () => {
    renderWithStore(<Form />, {
      features: [accountFeature, usernameFeature],
      user: { ...mira, durationFreeSubscriptionDays: 14 } as CreatorAccount,
    });
    await userEvent.click(screen.getByRole('switch', { name: /Offer a free trial/ }));
    expect(screen.getByLabelText('Days')).toHaveValue(14);
  });

  it('takes a yearly price of up to twelve times the largest monthly price', async () => {
    const { calls } = renderWithStore(<Form />, {
      features: [accountFeature, usernameFeature],
      user: mira,
      answers: { updatePerformer: ({ body }) => ({ ...mira, ...body }) },
    });
    const fill = async (label: string, text: string) => {
      await userEvent.clear(screen.getByLabelText(label));
      await userEvent.type(screen.getByLabelText(label), text);
    };
    await fill('Monthly price', '100');
    await fill('Yearly price', '3600.01');
    expect(screen.getByLabelText('Yearly price')).toHaveAccessibleDescription(/Between \$2\.95 and \$3,600\.00\./);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(calls).toEqual([]);
    await fill('Yearly price', '999');
    expect(screen.getByLabelText('Yearly price')).toHaveAccessibleDescription('Between $2.95 and $3,600.00.');
    expect(screen.getByLabelText('Monthly price')).toHaveAccessibleDescription('Between $2.95 and $300.00.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(settle);
    expect(calls.map(({ input }) => input.body)).toEqual([{ monthlyPrice: 100, yearlyPrice: 999 }]);
  });

  it('asks before saving a yearly price above that of twelve months', async () => {
    const { calls } = renderWithStore(<Form />, {
      features: [accountFeature, usernameFeature],
      user: mira,
      answers: { updatePerformer: ({ body }) => ({ ...mira, ...body }) },
    });
    const yearly = screen.getByLabelText('Yearly price');
    await userEvent.clear(yearly);
    await userEvent.type(yearly, '70');
    expect(yearly).toHaveAccessibleDescription('Twelve months cost $60.00, which is less.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(screen.getByRole('button', { name: 'Change the prices' }));
    expect(calls).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save anyway' }));
    await act(settle);
    expect(calls.map(({ input }) => input.body)).toEqual([{ yearlyPrice: 70 }]);
    // Prices that are already stored need no further confirmation.
    await userEvent.type(screen.getByLabelText('About you'), 'I carve spoons.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(settle);
    expect(calls).toHaveLength(2);
  });

  async function saveHeld() {
    let end: (reply: object | Error) => void = () => undefined;
    const { store, unmount } = renderWithStore(<Form />, {
      features: [accountFeature, usernameFeature],
      user: mira,
      answers: {
        getMe: () => ({ ...mira, wallet: 5 }),
        updatePerformer: () =>
          new Promise((resolve, reject) => {
            end = (reply) => (reply instanceof Error ? reject(reply) : resolve(reply));
          }),
      },
    });
    await userEvent.type(screen.getByLabelText('About you'), 'I carve spoons.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const loadAgain = () =>
      act(async () => {
        store.dispatch(currentUserRequested());
        await settle();
      });
    const answer = (reply: object | Error) =>
      act(async () => {
        end(reply);
        await settle();
      });
    return { store, unmount, loadAgain, answer };
  }

  it('keeps input when the identity check is canceled', async () => {
    const { store, loadAgain, answer } = await saveHeld();
    await answer(new ApiError(403, { error: 'FRESH_LOGIN_REQUIRED', message: 'Log in again.' }));
    act(() => void store.dispatch(sectionCancelled('profile')));
    await loadAgain();
    expect(screen.getByLabelText('About you')).toHaveValue('I carve spoons.');
  });

  it('keeps input when the account is reloaded before the save is rejected', async () => {
    const { loadAgain, answer } = await saveHeld();
    await loadAgain();
    await answer(new ApiError(422, { error: 'USERNAME_TAKEN', message: 'Taken.' }));
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(/Taken/);
    expect(screen.getByLabelText('About you')).toHaveValue('I carve spoons.');
  });

  it('keeps input made during a save', async () => {
    const { answer } = await saveHeld();
    await userEvent.type(screen.getByLabelText('About you'), ' And bowls.');
    await answer({ ...mira, bio: 'I carve spoons.', name: 'Mira' });
    expect(screen.getByLabelText('About you')).toHaveValue('I carve spoons. And bowls.');
    expect(screen.getByLabelText('Name')).toHaveValue('Mira');
  });

  it('keeps input made during a save even after a reload', async () => {
    const { answer, unmount } = await saveHeld();
    await userEvent.type(screen.getByLabelText('About you'), ' And bowls.');
    await answer({ ...mira, bio: 'I carve spoons.' });
    unmount();
    const user = { ...mira, bio: 'I carve spoons.' };
    renderWithStore(<Form />, { features: [accountFeature, usernameFeature], user });
    expect(screen.getByLabelText('About you')).toHaveValue('I carve spoons. And bowls.');
  });
});

describe('the profile form of a fan', () => {
  it('says that another username is free, and nothing about the own one, before and after it is saved', async () => {
    const Page = () => <FanProfileForm user={useAppSelector(selectCurrentUser) as CurrentUser} />;
    const { calls } = renderWithStore(<Page />, {
      features: [accountFeature, usernameFeature],
      answers: {
        checkUsername: () => ({ available: true }),
        updateMe: ({ body }) => ({ ...ada, ...body }),
      },
      user: { ...ada, username: 'Ada' } as CurrentUser,
    });
    const free = 'This username is available.';
    const field = screen.getByLabelText('Username');
    await userEvent.type(field, 'm');
    expect(await screen.findByText(free)).toBeVisible();
    await userEvent.type(field, '{Backspace}');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(screen.queryByText(free)).toBeNull();
    expect(calls.filter(({ name }) => name === 'checkUsername')).toHaveLength(1);
    await userEvent.type(field, 'm');
    expect(await screen.findByText(free)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(settle);
    expect(screen.getByLabelText('Username')).toHaveValue('Adam');
    expect(screen.queryByText(free)).toBeNull();
  });

  it('asks before leaving unsaved input, until it is saved', async () => {
    const Page = () => (
      <>
        <FanProfileForm user={useAppSelector(selectCurrentUser) as CurrentUser} />
        <Link href="/?section=security">Security</Link>
      </>
    );
    renderWithStore(<Page />, {
      features: [accountFeature, usernameFeature],
      answers: { updateMe: ({ body }) => ({ ...ada, ...body, username: 'ada.f' }) },
      user: ada as CurrentUser,
    });
    await userEvent.type(screen.getByLabelText('Username'), '.F');
    await userEvent.click(screen.getByRole('link', { name: 'Security' }));
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(settle);
    expect(screen.getByLabelText('Username')).toHaveValue('ada.f');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('link', { name: 'Security' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  async function save(answers: Answers) {
    const shown = renderWithStore(<FanProfileForm user={ada as CurrentUser} />, {
      features: [accountFeature, usernameFeature],
      answers,
      user: ada as CurrentUser,
    });
    await userEvent.clear(screen.getByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), 'Ada Fenn');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(settle);
    return shown;
  }

  it('saves, confirms, and updates the account', async () => {
    const { store, calls } = await save({ updateMe: ({ body }) => ({ ...ada, ...body }) });
    // Sends only changed fields, and the username, which some backends require.
    expect(calls).toMatchObject([{ name: 'updateMe' }]);
    expect(calls[0]?.input.body).toEqual({ name: 'Ada Fenn', username: 'ada' });
    expect(getToasts(store)).toEqual(['Changes saved']);
    expect(selectCurrentUser(store.getState())?.name).toBe('Ada Fenn');
  });

  it('says below the field and in the notice that the link sent to a new email has to be opened', async () => {
    const Page = () => (
      <FanProfileForm user={useAppSelector(selectCurrentUser) as CurrentUser} emailNote={<p>Open the link</p>} />
    );
    const { store } = renderWithStore(<Page />, {
      features: [accountFeature, usernameFeature],
      answers: { updateMe: ({ body }) => ({ ...ada, pendingEmail: body?.['email'] }) },
      user: ada as CurrentUser,
    });
    const email = screen.getByLabelText('Email');
    await userEvent.clear(email);
    await userEvent.type(email, 'new@example.test');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await act(settle);
    expect(getToasts(store)).toEqual(['Changes saved. Open the link we sent to new@example.test.']);
    const pictures = screen.getByRole('button', { name: 'Change picture' });
    const note = screen.getByText('Open the link');
    expect(pictures.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(email.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows the server’s error beside its field, and keeps the input', async () => {
    const { store } = await save({ updateMe: refuse(422, { error: 'USERNAME_TAKEN', message: 'Taken.' }) });
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(/Taken/);
    expect(screen.getByLabelText('Name')).toHaveValue('Ada Fenn');
    expect(getToasts(store)).toEqual([]);
    expect(selectCurrentUser(store.getState())?.name).toBe('Ada');
  });
});

describe('a new password', () => {
  it.each([
    [false, 'user'],
    [true, 'performer'],
  ])(
    'for isPerformer %s is saved as that of a %s, confirmed, and cleared from the field',
    async (isPerformer, source) => {
      const { store, calls } = renderWithStore(<PasswordForm />, {
        features: [accountFeature, usernameFeature],
        answers: { updatePassword: () => ({}) },
        user: { ...ada, isPerformer } as Partial<CurrentUser>,
      });
      await userEvent.type(screen.getByLabelText('New password'), 'seven grey kites');
      await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
      await act(settle);
      expect(calls).toMatchObject([
        { name: 'updatePassword', input: { body: { password: 'seven grey kites', source } } },
      ]);
      expect(getToasts(store)).toEqual(['Changes saved']);
      expect(screen.getByLabelText('New password')).toHaveValue('');
    },
  );

  it.each([
    [
      'has a hint that it ends other sessions',
      undefined,
      /^At least 8 characters\..* All other devices will be logged out\.$/,
    ],
    ['has no such hint if the backend has no list of sessions', [], /^At least 6 characters\..* work best\.$/],
  ])('%s', (_what, extensions, hint) => {
    renderWithStore(<PasswordForm />, {
      features: [accountFeature, usernameFeature],
      user: {},
      ...(extensions && { extensions }),
    });
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(hint);
  });

  it('that is typed while another one is saved stays in the field', async () => {
    let answer: (reply: object) => void = () => undefined;
    const { store } = renderWithStore(<PasswordForm />, {
      features: [accountFeature, usernameFeature],
      answers: { updatePassword: () => new Promise((resolve) => (answer = resolve)) },
      user: {},
    });
    await userEvent.type(screen.getByLabelText('New password'), 'seven grey kites');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await act(settle);
    await userEvent.type(screen.getByLabelText('New password'), ' fly');
    await act(async () => {
      answer({});
      await settle();
    });
    expect(getToasts(store)).toEqual(['Changes saved']);
    expect(screen.getByLabelText('New password')).toHaveValue('seven grey kites fly');
  });

  it('stays in the field when it is rejected', async () => {
    const { store } = renderWithStore(<PasswordForm />, {
      features: [accountFeature, usernameFeature],
      answers: { updatePassword: refuse(422, { message: 'Too easy.' }) },
      user: {},
    });
    await userEvent.type(screen.getByLabelText('New password'), 'seven grey kites');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await act(settle);
    expect(screen.getByLabelText('New password')).toHaveValue('seven grey kites');
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/Too easy/);
    expect(getToasts(store)).toEqual([]);
  });
});

describe('a creator', () => {
  const mira = { ...ada, _id: 'm1', isPerformer: true } as Partial<CurrentUser>;

  it('saves the profile by the creator’s id', async () => {
    const { store, calls } = storeForTest({
      features: [accountFeature, usernameFeature],
      answers: { updatePerformer: ({ body }) => ({ ...mira, ...body }) },
      user: mira,
    });
    store.dispatch(creatorProfileSaved({ headline: 'Clay' }));
    await settle();
    expect(calls).toMatchObject([
      { name: 'updatePerformer', input: { params: { id: 'm1' }, body: { headline: 'Clay' } } },
    ]);
    expect(getToasts(store)).toEqual(['Changes saved']);
  });

  it('sees a notice that the link sent to a new email has to be opened', async () => {
    const { store } = storeForTest({
      features: [accountFeature, usernameFeature],
      answers: { updatePerformer: ({ body }) => ({ ...mira, pendingEmail: body?.['email'] }) },
      user: mira,
    });
    store.dispatch(creatorProfileSaved({ email: 'new@example.test' }));
    await settle();
    expect(getToasts(store)).toEqual(['Changes saved. Open the link we sent to new@example.test.']);
  });

  it.each([
    ['avatar', mira, 'uploadPerformerAvatar', 'avatar'],
    ['cover', mira, 'uploadPerformerCover', 'cover'],
    ['idVerification', mira, 'uploadDocument', 'file'],
    ['avatar', ada as Partial<CurrentUser>, 'uploadMyAvatar', 'avatar'],
  ] as const)(
    'uploads the file for the section %s in its form field (row %#)',
    async (section, user, endpoint, field) => {
      let form: FormData | undefined;
      let arrive: (() => void) | undefined;
      const { store, calls } = storeForTest({
        features: [accountFeature, usernameFeature],
        answers: {
          getMe: () => ({ ...ada, ...user, avatar: '/new.webp' }),
          [endpoint]: (_input: unknown, options?: { form?: FormData; onProgress?: (part: number) => void }) => {
            form = options?.form;
            options?.onProgress?.(0.5);
            return new Promise((resolve) => (arrive = () => resolve({})));
          },
        },
        user,
      });
      store.dispatch(fileChosen({ section, file: new File(['x'], 'a.png') }));
      await settle();
      expect(selectSection(section)(store.getState())).toMatchObject({ status: 'pending', progress: 0.5 });
      arrive?.();
      await settle();
      expect(calls.map(({ name }) => name)).toEqual([endpoint, 'getMe']);
      expect(form?.get(field)).toBeInstanceOf(File);
      expect(selectCurrentUser(store.getState())?.avatar).toBe('/new.webp');
      expect(getToasts(store)).toEqual(['Changes saved']);
    },
  );

  it('wire 1.8: uploads a document by the other call if the path cannot name the kind, and by that call from then on', async () => {
    const forms: (FormData | undefined)[] = [];
    const { store, calls } = storeForTest({
      features: [accountFeature, usernameFeature],
      answers: {
        getMe: () => mira,
        uploadDocument: refuse(404, { message: 'Cannot POST /performers/documents/upload/idVerification' }),
        uploadDocuments: (_input: unknown, options?: { form?: FormData }) => {
          forms.push(options?.form);
          return {};
        },
      },
      user: mira,
    });
    for (const section of ['idVerification', 'documentVerification'] as const) {
      store.dispatch(fileChosen({ section, file: new File(['x'], 'a.png') }));
      await settle();
    }
    const names = calls.map(({ name }) => name).filter((name) => name !== 'getMe');
    expect(names).toEqual(['uploadDocument', 'uploadDocuments', 'uploadDocuments']);
    expect(forms.map((form) => [...(form?.keys() ?? [])])).toEqual([['idVerification'], ['documentVerification']]);
    expect(getToasts(store)).toEqual(['Changes saved']);
  });

  it('sees why a file was rejected', async () => {
    const { store } = storeForTest({
      features: [accountFeature, usernameFeature],
      answers: { uploadPerformerCover: refuse(413, { message: 'This file is too large.' }) },
      user: mira,
    });
    store.dispatch(fileChosen({ section: 'cover', file: new File(['x'], 'a.png') }));
    await settle();
    expect(selectSection('cover')(store.getState())).toMatchObject({
      status: 'failed',
      error: { message: 'This file is too large.' },
    });
  });
});

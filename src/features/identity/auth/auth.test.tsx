import { usernameFeature } from '@/features/identity/auth/username-feature';
import { act, within, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import Link from 'next/link';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { selectIsLoggedIn, selectPendingLogin } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import { readToken, removeToken } from '@/services/cookies';
import { referralStore } from '@/services/storage';
import { selectToasts } from '@/features/site/ui/ui-slice';
import {
  ownSettings,
  renderWithStore,
  settle,
  storeForTest,
  type Answers,
  type StoreForTest,
} from '../../../../tests/harness/render-with-store';
import { ContactForm } from './components/contact-form';
import { CreatorRegisterForm } from './components/creator-register-form';
import { FanRegisterForm } from './components/fan-register-form';
import { ForgotPasswordForm } from './components/forgot-password-form';
import { ResendVerification } from './components/resend-verification';
import { ResetPasswordForm } from './components/reset-password-form';
import { authFeature } from './auth-feature';
import { creatorRegistered, passwordReset, resetMailRequested, selectForm } from './auth-slice';
import { estimatePassword } from '@/services/password-strength';

vi.mock('@/services/solve-puzzle', () => ({ solvePuzzle: async () => 'solved' }));
// Loads the word lists in advance, because the first new password would otherwise wait for them.
beforeAll(() => estimatePassword('any', []));

const ada = { _id: '1', name: 'Ada', username: 'ada', email: 'ada@example.test', isPerformer: false, wallet: 0 };
const refuse = (status: number, body?: unknown) => () => {
  throw new ApiError(status, body);
};
const answers: Answers = { registerUser: () => ada, login: () => ({ token: 'abc' }), getMe: () => ada };

beforeEach(() => {
  document.body.innerHTML = '<script id="public-env" type="application/json">{}</script>';
  removeToken();
  window.localStorage.clear();
});

async function register(more: Answers = {}, returnTo?: string) {
  const shown = renderWithStore(<FanRegisterForm returnTo={returnTo} />, {
    features: [authFeature, usernameFeature],
    answers: { ...answers, ...more },
  });
  await userEvent.type(screen.getByLabelText('Your name'), 'Ada');
  await userEvent.type(screen.getByLabelText('Username'), ' Ada ');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.test');
  await userEvent.type(screen.getByLabelText('Password'), 'seven grey kites');
  await userEvent.click(screen.getByRole('checkbox', { name: 'I am 18 or older' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await act(settle);
  return shown;
}

describe('signing up as a fan', () => {
  it.each(['terms', 'privacy policy'])('opens the %s in a new tab, so that the typed fields stay', (name) => {
    renderWithStore(<FanRegisterForm />, { features: [authFeature, usernameFeature] });
    expect(screen.getByRole('link', { name: `${name} (opens in a new tab)` })).toHaveAttribute('target', '_blank');
  });

  it('logs in with the chosen password, and opens the page that the guest wanted', async () => {
    referralStore.write('summer');
    const { store, calls, visited } = await register({}, '/post/7');
    const [made, login] = calls.filter(({ name }) => name !== 'checkUsername');
    expect(made).toMatchObject({
      name: 'registerUser',
      input: { body: { username: 'ada', email: 'ada@example.test', password: 'seven grey kites', ref: 'summer' } },
    });
    // The path is sent along for the link in the verification mail.
    expect(made?.input.body).toHaveProperty('returnTo', '/post/7');
    // Backends that do not ask for the age do not get the field.
    expect(made?.input.body).not.toHaveProperty('isOfAge');
    expect(login).toMatchObject({ name: 'login', input: { body: { username: 'ada@example.test', remember: true } } });
    expect(selectIsLoggedIn(store.getState())).toBe(true);
    expect(readToken()).toBe('abc');
    expect(visited).toEqual(['/post/7']);
  });

  it('mentions the verification mail, even if another page follows', async () => {
    expect((await register()).visited).toEqual(['/auth/verification?email=ada%40example.test']);
    cleanup();
    const { store } = await register({}, '/post/7');
    expect(store.getState().ui.toasts).toMatchObject([
      { text: 'We sent a link to ada@example.test. Open it to verify your email.' },
    ]);
  });

  it('remembers the page that the guest wanted while the mail has to be opened', async () => {
    const { visited } = await register({ login: refuse(422, { error: 'EMAIL_NOT_VERIFIED' }) }, '/post/7');
    expect(visited).toEqual(['/auth/verification?email=ada%40example.test&returnTo=%2Fpost%2F7']);
  });

  it.each<[string, Answers['login']]>([
    ['is rejected', refuse(422, { error: 'EMAIL_NOT_VERIFIED' })],
    ['returns no token', () => ({})],
  ])('opens the page about the mail when the first log-in %s', async (_what, login) => {
    const { store, visited } = await register({ login });
    expect(visited).toEqual(['/auth/verification?email=ada%40example.test']);
    expect(selectIsLoggedIn(store.getState())).toBe(false);
    expect(readToken()).toBeUndefined();
  });

  it('shows the server’s errors beside the fields, and does not log in', async () => {
    const { calls } = await register({
      registerUser: refuse(400, { message: ['password: is too easy', 'name: is too long'] }),
    });
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/is too easy/i);
    expect(screen.getByLabelText('Your name')).toHaveAccessibleDescription(/is too long/i);
    expect(screen.getByLabelText('Email')).not.toBeInvalid();
    expect(calls.map(({ name }) => name)).not.toContain('login');
  });

  it('shows beside the email that it is already used', async () => {
    await register({ registerUser: refuse(422, { error: 'EMAIL_TAKEN', message: 'It exists already.' }) });
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/It exists already/);
  });

  it('shows other errors below the form', async () => {
    await register({ registerUser: refuse(500) });
    expect(screen.getByText('Something went wrong, please try again later')).toBeInTheDocument();
  });
});

describe('signing up as a creator', () => {
  const fields = {
    email: 'm@example.test',
    password: 'seven grey kites',
    username: 'mira',
    name: 'Mira',
    gender: 'female',
    dateOfBirth: '1990-05-04',
  };

  it('checks documents when they are chosen, and reports missing ones', async () => {
    const { calls } = renderWithStore(<CreatorRegisterForm />, { features: [authFeature, usernameFeature], answers });
    expect(screen.getByLabelText(/Gender/)).toHaveValue('');
    const papers = ['Photo of your ID', 'Photo of you holding it'].map((name) => screen.getByLabelText(name));
    const pick = async (at: number, name: string, head: number[]) => {
      fireEvent.change(papers[at] as HTMLElement, { target: { files: [new File([new Uint8Array(head)], name)] } });
      await act(settle);
    };
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    expect(screen.getAllByText('This document is missing.')).toHaveLength(2);
    await pick(0, 'notes.txt', [110, 111, 116, 101, 115]);
    expect(await screen.findByText(/We can’t read this file\. Choose a JPEG, PNG/)).toBeVisible();
    expect(document.getElementById(papers[0]?.getAttribute('aria-describedby') ?? '')).toHaveClass('block');
    expect(papers[0]).toBeInvalid();
    // The content of the file counts, not its name.
    await pick(0, 'notes.jpg', [110, 111, 116, 101, 115]);
    expect(await screen.findByText(/We can’t read this file\. Choose a JPEG, PNG/)).toBeVisible();
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    expect(calls).toEqual([]);
    expect(papers[0]).toBeInvalid();
    await pick(0, 'id.heic', [0, 0, 0, 24, ...Buffer.from('ftypheic')]);
    await waitFor(() => expect(papers[0]).not.toBeInvalid());
    await pick(0, 'id.jpg', [0xff, 0xd8, 0xff, 0xe0]);
    await pick(1, 'me.pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]);
    for (const paper of papers) await waitFor(() => expect(paper).not.toBeInvalid());
  });

  it('sends fields and documents in one form, with progress', async () => {
    let form: FormData | undefined;
    let arrive: (() => void) | undefined;
    const { store, visited } = storeForTest({
      features: [authFeature, usernameFeature],
      answers: {
        ...answers,
        getMe: () => ({ _id: 'a00000000000000000000001', isPerformer: true }),
        registerPerformer: (_input, options) => {
          form = options?.form;
          options?.onProgress?.(0.4);
          return new Promise((resolve) => (arrive = () => resolve({})));
        },
      },
    });
    const documents = new FormData();
    documents.set('idVerification', new File(['x'], 'id.jpg'));
    store.dispatch(creatorRegistered({ fields, form: documents }));
    await settle();
    expect(selectForm('creator')(store.getState())).toMatchObject({ status: 'pending', progress: 0.4 });
    arrive?.();
    await settle();
    expect(selectForm('creator')(store.getState()).status).toBe('done');
    expect(form?.get('username')).toBe('mira');
    expect(form?.get('idVerification')).toBeInstanceOf(File);
    expect(visited).toEqual(['/auth/verification?email=m%40example.test&as=creator']);
  });

  it.each<[string, Answers, RegExp]>([
    ['mentions the mail there', { getMe: () => ({ _id: 'a1', isPerformer: true }) }, /m@example\.test/],
    ['mentions the mail there if the first log-in is rejected', { login: refuse(422) }, /m@example\.test/],
    ['tells the owner of a fan account there', {}, /^You already have a fan account/],
  ])('does not redirect a user who has left the form, but %s', async (_what, more, text) => {
    let arrive: (() => void) | undefined;
    const { store, visited } = storeForTest({
      features: [authFeature, usernameFeature],
      answers: {
        ...answers,
        registerPerformer: () => new Promise((resolve) => (arrive = () => resolve({}))),
        ...more,
      },
    });
    window.history.replaceState(null, '', '/auth/creator-register');
    store.dispatch(creatorRegistered({ fields, form: new FormData() }));
    await settle();
    window.history.replaceState(null, '', '/creator');
    arrive?.();
    await settle();
    expect(visited).toEqual([]);
    expect(selectToasts(store.getState())).toMatchObject([{ text: expect.stringMatching(text) }]);
  });

  it('sends the solved captcha before the files, which our API would otherwise reject', async () => {
    let form: FormData | undefined;
    const { store } = storeForTest({
      features: [authFeature, usernameFeature],
      answers: {
        ...answers,
        createCaptchaChallenge: () => ({}),
        registerPerformer: (_input, options) => {
          form = options?.form;
          return {};
        },
      },
    });
    store.dispatch(ownSettings({ captchaForms: ['register'] }));
    const documents = new FormData();
    documents.set('idVerification', new File(['x'], 'id.jpg'));
    store.dispatch(creatorRegistered({ fields, form: documents }));
    await settle();
    expect([...(form?.entries() ?? [])][0]).toEqual(['captcha', 'solved']);
    expect(form?.get('idVerification')).toBeInstanceOf(File);
  });

  it('without a network, reports that nothing was sent', async () => {
    const { store } = storeForTest({
      features: [authFeature, usernameFeature],
      answers: {
        createCaptchaChallenge: () => {
          throw new ApiError(0, { message: 'You’re offline.' });
        },
      },
    });
    store.dispatch(ownSettings({ captchaForms: ['register'] }));
    store.dispatch(creatorRegistered({ fields, form: new FormData() }));
    await settle();
    expect(selectForm('creator')(store.getState()).error?.message).toBe('You’re offline. Nothing was sent.');
  });

  it('tells the owner of a fan account that no page was created, and opens the account’s home', async () => {
    const { store, visited } = storeForTest({
      features: [authFeature, usernameFeature],
      answers: {
        ...answers,
        getMe: () => ({ _id: 'a00000000000000000000001', isPerformer: false }),
        registerPerformer: () => ({}),
      },
    });
    store.dispatch(creatorRegistered({ fields, form: new FormData() }));
    await settle();
    expect(visited).toEqual(['/home']);
    expect(selectToasts(store.getState())[0]?.text).toMatch(/^You already have a fan account with this email\./);
  });
});

describe('a form that is opened again', () => {
  const shown = async (form: ReactElement, given: StoreForTest) => {
    cleanup();
    renderWithStore(form, { given });
    await act(settle);
  };
  const fill = async (text: Record<string, string>, button: string) => {
    for (const [label, value] of Object.entries(text)) await userEvent.type(screen.getByLabelText(label), value);
    await userEvent.click(screen.getByRole('button', { name: button }));
    await act(settle);
  };

  it.each([
    ['contact', () => <ContactForm />, { 'Your name': 'Ada', Email: 'a@b.test', Message: 'Hi' }, 'Send', /^Thank you/],
    ['forgot', () => <ForgotPasswordForm />, { Email: 'a@b.test' }, 'Send the link', /we wrote to it/],
    [
      'reset',
      () => <ResetPasswordForm token="t" />,
      { 'New password': 'seven grey kites' },
      'Save new password',
      /was changed/,
    ],
    ['verification', () => <ResendVerification email="a@b.test" />, {}, 'Send the link again', /sent a new link/],
  ])('shows no confirmation of an earlier request: %s', async (_which, makeForm, text, button, thanks) => {
    const given = storeForTest({
      features: [authFeature, usernameFeature],
      answers: {
        sendContactMessage: () => ({}),
        requestPasswordReset: () => ({}),
        resetPassword: () => ({}),
        sendEmailVerification: () => ({}),
      },
    });
    await shown(makeForm(), given);
    await fill(text, button);
    expect(screen.getByText(thanks)).toBeVisible();
    await shown(makeForm(), given);
    expect(screen.queryByText(thanks)).toBeNull();
    expect(screen.getByRole('button', { name: button })).toBeEnabled();
  });

  it('shows no error of an earlier sign-up, but that one is still being sent', async () => {
    let end: (() => void) | undefined;
    const given = storeForTest({
      features: [authFeature, usernameFeature],
      answers: {
        registerPerformer: () =>
          new Promise((_resolve, reject) => (end = () => reject(new ApiError(422, { message: 'No' })))),
      },
    });
    await shown(<CreatorRegisterForm />, given);
    const fields = {
      email: 'm@example.test',
      password: 'seven grey kites',
      username: 'mira',
      name: 'Mira',
      gender: 'female',
      dateOfBirth: '1990-05-04',
    };
    act(() => void given.store.dispatch(creatorRegistered({ fields, form: new FormData() })));
    await act(settle);
    await shown(<CreatorRegisterForm />, given);
    expect(selectForm('creator')(given.store.getState()).status).toBe('pending');
    end?.();
    await act(settle);
    expect(screen.getByText('No')).toBeVisible();
    await shown(<CreatorRegisterForm />, given);
    expect(screen.queryByText('No')).toBeNull();
  });

  it('shows no confirmation when the response to a request sent before arrives', async () => {
    let end: (() => void) | undefined;
    const given = storeForTest({
      features: [authFeature, usernameFeature],
      answers: { sendContactMessage: () => new Promise((resolve) => (end = () => resolve({}))) },
    });
    await shown(<ContactForm />, given);
    await fill({ 'Your name': 'Ada', Email: 'a@example.test', Message: 'Hi' }, 'Send');
    await shown(<ContactForm />, given);
    end?.();
    await act(settle);
    expect(screen.getByLabelText('Message')).toHaveValue('');
  });
});

it.each([
  ['an unsent message', () => <ContactForm />, 'Message', 'Leave without saving?'],
  [
    'an unfinished sign-up of a creator',
    () => <CreatorRegisterForm />,
    'Username',
    'Your page has not been started yet.',
  ],
])('the site asks before leaving %s', async (_what, makeForm, label, question) => {
  renderWithStore(
    <>
      {makeForm()}
      <Link href="/home">Home</Link>
    </>,
    { features: [authFeature, usernameFeature], answers: { checkUsername: () => ({}) } },
  );
  await userEvent.type(screen.getByLabelText(label), 'ada');
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  expect(screen.getByRole('dialog')).toHaveTextContent(question);
});

describe('a forgotten password', () => {
  it('leads to one mail and one new password, even after double presses', async () => {
    const { store, calls } = storeForTest({
      features: [authFeature, usernameFeature],
      answers: { requestPasswordReset: () => ({}), resetPassword: () => ({}) },
    });
    store.dispatch(resetMailRequested({ email: 'ada@example.test' }));
    store.dispatch(resetMailRequested({ email: 'ada@example.test' }));
    await settle();
    expect(calls).toHaveLength(1);
    expect(selectForm('forgot')(store.getState()).status).toBe('done');
    store.dispatch(passwordReset({ token: 't', password: 'seven grey kites' }));
    await settle();
    expect(calls.at(-1)?.input.body).toEqual({ token: 't', password: 'seven grey kites' });
    expect(selectForm('reset')(store.getState()).status).toBe('done');
  });

  it('shows why the link does not work', async () => {
    const { store } = storeForTest({
      features: [authFeature, usernameFeature],
      answers: { resetPassword: refuse(422, { message: 'This link is too old.' }) },
    });
    store.dispatch(passwordReset({ token: 't', password: 'seven grey kites' }));
    await settle();
    expect(selectForm('reset')(store.getState())).toMatchObject({
      status: 'failed',
      error: { message: 'This link is too old.' },
    });
  });
});

describe('errors of a form', () => {
  it('are shown beside all fields together, in our own words, and the first field gets the focus', async () => {
    const { calls } = renderWithStore(<FanRegisterForm />, { features: [authFeature, usernameFeature], answers });
    expect(document.querySelector('form')).toHaveAttribute('novalidate');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@exam');
    await userEvent.type(screen.getByLabelText('Password'), 'short');
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
    const said = ['Your name', 'Username', 'Email', 'Password'].map(
      (label) => screen.getByLabelText(label).getAttribute('aria-describedby') ?? '',
    );
    expect(said.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Fill this in.',
      'Fill this in.',
      'Enter an email address like name@example.com.',
      'Use at least 8 characters.',
    ]);
    expect(screen.getByRole('checkbox', { name: /18 or older/ })).toBeInvalid();
    expect(screen.getByLabelText('Your name')).toHaveFocus();
    await userEvent.type(screen.getByLabelText('Your name'), 'Ada');
    expect(screen.getByLabelText('Your name')).not.toBeInvalid();
    expect(calls).toEqual([]);
  });

  it('include missing documents of a creator', async () => {
    renderWithStore(<CreatorRegisterForm />, { features: [authFeature, usernameFeature] });
    await userEvent.click(screen.getByRole('button', { name: 'Start my page' }));
    expect(screen.getAllByText('This document is missing.')).toHaveLength(2);
    expect(screen.getByLabelText('Username')).toBeInvalid();
    expect(screen.getByLabelText('Date of birth')).toHaveAccessibleDescription('Enter a date.');
    expect(screen.getByLabelText('Name on your page')).toHaveFocus();
  });
});

describe('a username that is typed', () => {
  const typed = async (options: Parameters<typeof renderWithStore>[1] = {}) => {
    const shown = renderWithStore(<FanRegisterForm />, { features: [authFeature, usernameFeature], ...options });
    await userEvent.type(screen.getByLabelText('Username'), 'noor');
    return shown;
  };

  it('is checked after a pause, which shows whether it is free', async () => {
    const { calls } = await typed({
      answers: { checkUsername: () => ({ available: false, reason: 'This username is taken.' }) },
    });
    expect(await screen.findByText('This username is taken.')).toBeVisible();
    expect(screen.getByLabelText('Username')).toBeInvalid();
    expect(calls.map(({ input }) => input.query)).toEqual([{ username: 'noor' }]);
    cleanup();
    await typed({ answers: { checkUsername: () => ({ available: true }) } });
    expect(await screen.findByText('This username is available.')).toBeVisible();
  });

  it('is not checked if the backend has no such call', async () => {
    const { calls } = await typed({ extensions: [] });
    await userEvent.type(screen.getByLabelText('Your name'), 'Noor');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(calls).toEqual([]);
  });
});

describe('a new password', () => {
  it('is rated with a reason while it is typed, and not sent if it is weak', async () => {
    const { calls } = renderWithStore(<ResetPasswordForm token="t" />, { features: [authFeature] });
    await userEvent.type(screen.getByLabelText('New password'), 'password1');
    expect(await screen.findByText(/Many people use this password/)).toHaveTextContent(/^Strength: Very weak\./);
    await userEvent.click(screen.getByRole('button', { name: 'Save new password' }));
    await waitFor(() => expect(screen.getByLabelText('New password')).toBeInvalid());
    expect(calls).toEqual([]);
    await userEvent.clear(screen.getByLabelText('New password'));
    await userEvent.type(screen.getByLabelText('New password'), 'seven grey kites');
    expect(await screen.findByText(/^Strength:/)).toHaveTextContent(/strong/i);
  });

  it('needs only six characters on other backends, and is not rated', async () => {
    const { calls } = renderWithStore(<ResetPasswordForm token="t" />, {
      features: [authFeature],
      extensions: ['resetPassword'],
      answers: { resetPassword: () => ({}) },
    });
    await userEvent.type(screen.getByLabelText('New password'), 'abc123');
    await userEvent.click(screen.getByRole('button', { name: 'Save new password' }));
    await act(settle);
    expect(calls.map(({ name }) => name)).toEqual(['resetPassword']);
  });

  it('logs in after a reset, or asks for the second step first', async () => {
    const { store, visited } = storeForTest({
      features: [authFeature],
      answers: { resetPassword: () => ({ success: true, token: 'abc', device: 'd' }), getMe: () => ada },
    });
    store.dispatch(passwordReset({ token: 't', password: 'seven grey kites' }));
    await settle();
    expect([readToken(), visited, selectIsLoggedIn(store.getState())]).toEqual(['abc', ['/home'], true]);

    let arrive: (() => void) | undefined;
    const slow = storeForTest({
      features: [authFeature],
      answers: {
        resetPassword: () => new Promise((resolve) => (arrive = () => resolve({ success: true, token: 'abc' }))),
        getMe: () => ada,
      },
    });
    window.history.replaceState(null, '', '/auth/reset-password');
    slow.store.dispatch(passwordReset({ token: 't', password: 'seven grey kites' }));
    await settle();
    window.history.replaceState(null, '', '/noor');
    arrive?.();
    await settle();
    expect([slow.visited, selectIsLoggedIn(slow.store.getState())]).toEqual([[], true]);

    const other = storeForTest({
      features: [authFeature],
      answers: { resetPassword: () => ({ success: true, twoStepRequired: true, email: 'ada@example.test' }) },
    });
    other.store.dispatch(passwordReset({ token: 't', password: 'seven grey kites' }));
    await settle();
    expect(selectPendingLogin(other.store.getState())).toMatchObject({ way: 'password', username: 'ada@example.test' });
  });
});

describe('a creator who signs up', () => {
  it('has to accept the terms, and can omit the gender if the backend allows that', async () => {
    renderWithStore(<CreatorRegisterForm />, { features: [authFeature, usernameFeature] });
    expect(screen.getByText(/By starting your page you agree to the/)).toBeVisible();
    const gender = screen.getByLabelText(/Gender/);
    expect(gender).not.toBeRequired();
    const choices = ['Rather not say', 'Woman', 'Man', 'Transgender', 'Couple'];
    expect(
      within(gender)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(choices);
    cleanup();
    renderWithStore(<CreatorRegisterForm />, { features: [authFeature, usernameFeature], extensions: [] });
    expect(screen.getByLabelText('Gender')).toBeRequired();
    expect(within(screen.getByLabelText('Gender')).queryByRole('option', { name: 'Rather not say' })).toBeNull();
  });
});

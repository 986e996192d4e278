import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axios from 'axios';
import type { ReactElement } from 'react';
import { ToastHost } from '@/components/layout/toast-host';
import { accountFeature } from '@/features/identity/account/account-feature';
import { FanProfileForm } from '@/features/identity/account/components/fan-profile-form';
import { PasswordForm } from '@/features/identity/account/components/password-form';
import { WelcomeVideo } from '@/features/identity/account/components/welcome';
import { checkoutFeature } from '@/features/money/checkout/checkout-feature';
import { CardForm } from '@/features/money/checkout/components/checkout-host';
import { usernameFeature } from '@/features/identity/auth/username-feature';
import { ForgotPasswordForm } from '@/features/identity/auth/components/forgot-password-form';
import { authFeature } from '@/features/identity/auth/auth-feature';
import { Inbox } from '@/features/conversation/message/components/inbox';
import { messageFeature } from '@/features/conversation/message/message-feature';
import { conversationRequested } from '@/features/conversation/message/message-slice';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';
import { LoginForm } from '@/features/identity/auth/components/login-form';
import { currentUserRequested, type CurrentUser } from '@/features/identity/auth/session-slice';
import { countryChecked } from '@/features/site/settings/settings-slice';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { useAppSelector } from '@/store/hooks';
import { textsInBrowser } from '../../tests/contract/specified-texts';
import { fan, wireConversation } from '../../tests/factories/wire-message';
import {
  renderWithStore,
  settle,
  storeForTest,
  type Answers,
  type StoreOptions,
} from '../../tests/harness/render-with-store';
import { PageFrame } from './page-frame';

const ada = { ...fan, name: 'Ada', username: 'ada', email: 'ada@example.test' } as CurrentUser;
const mira = {
  _id: 'f00000000000000000000009',
  name: 'Mira',
  isPerformer: true,
  welcomeVideoId: 'v1',
  welcomeVideoPath: 'https://media.example.test/v1.mp4',
  activateWelcomeVideo: true,
} as Extract<CurrentUser, { isPerformer: true }>;

const refuse = (status: number, body?: unknown) => () => {
  throw new ApiError(status, body);
};

function Notices() {
  return <ToastHost toasts={useAppSelector(selectToasts)} onAction={() => undefined} onClose={() => undefined} />;
}

async function show(part: ReactElement | null, options: StoreOptions = {}) {
  const given = storeForTest(options);
  renderWithStore(
    <>
      {part}
      <Notices />
    </>,
    { given },
  );
  await act(settle);
  return given.store;
}

async function press(name: string) {
  await userEvent.click(screen.getByRole('button', { name }));
  await act(settle);
}

async function askWhoIsThere(path: string) {
  document.cookie = 'token=dead; path=/';
  window.history.replaceState(null, '', path);
  const store = await show(null, { answers: { getMe: refuse(401) }, user: ada });
  act(() => void store.dispatch(currentUserRequested()));
  await act(settle);
}

async function logIn(login: NonNullable<Answers['login']>) {
  await show(
    <AuthFrame title="Welcome back">
      <LoginForm />
    </AuthFrame>,
    { answers: { login } },
  );
  await userEvent.type(screen.getByLabelText('Email or username'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'secret1');
  await press('Log in');
}

const conversation = wireConversation();
const inbox: Answers = {
  listConversations: () => ({ data: [], total: 0 }),
  getConversation: () => conversation,
  listMessages: () => ({ data: [], total: 0 }),
  readAllMessages: () => ({ ok: true }),
};
const showInbox = (answers: Answers, conversationId: string | null) =>
  show(<Inbox conversationId={conversationId} unread={0} filter={{}} onFilter={() => Promise.resolve()} />, {
    features: [messageFeature],
    answers: { ...inbox, ...answers },
    user: ada,
  });

async function askForLink(requestPasswordReset: NonNullable<Answers['login']>) {
  await show(<ForgotPasswordForm />, { features: [authFeature], answers: { requestPasswordReset } });
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.test');
  await userEvent.click(screen.getByRole('button', { name: /Send/ }));
  await act(settle);
}

const showWelcomeVideo = (answers: Answers) =>
  show(<WelcomeVideo user={mira} />, { features: [accountFeature], answers, user: mira });

/** Each renders parts of pages against an API whose responses lead to the text. */
const producers: Record<keyof typeof textsInBrowser, () => Promise<unknown>> = {
  'a call is answered with 401': () => askWhoIsThere('/home'),
  'a call is answered with 401 on the verification page': () => askWhoIsThere('/auth/verification'),
  'a log-in is refused with a message': () => logIn(refuse(422, { message: 'The kiln says no.' })),
  'a log-in is refused without a message': () => logIn(refuse(422, {})),
  'a log-in needs a second step': () => logIn(refuse(403, { error: 'TWO_STEP_REQUIRED', message: 'Code, please' })),
  'conversations do not load': () => showInbox({ listConversations: refuse(500, { message: 'x' }) }, null),
  'messages do not load': () => showInbox({ listMessages: refuse(500, { message: 'x' }) }, conversation._id),
  async 'a conversation is not made'() {
    const store = await showInbox({ createConversation: refuse(500) }, null);
    act(() => void store.dispatch(conversationRequested({ source: 'performer', sourceId: mira._id })));
    await act(settle);
  },
  async 'a message is not made'() {
    await showInbox({ sendMessage: refuse(500) }, conversation._id);
    vi.useFakeTimers();
    fireEvent.change(screen.getByRole('textbox', { name: /message/i }), { target: { value: 'Hello' } });
    fireEvent.keyDown(screen.getByRole('textbox', { name: /message/i }), { key: 'Enter' });
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    vi.useRealTimers();
  },
  async 'a profile is saved'() {
    const answers: Answers = { updateMe: ({ body }) => ({ ...ada, ...body }) };
    await show(<FanProfileForm user={ada} />, { features: [accountFeature, usernameFeature], answers, user: ada });
    await press('Save');
  },
  async 'a password is saved'() {
    await show(<PasswordForm />, { features: [accountFeature], answers: { updatePassword: () => true }, user: ada });
    await userEvent.type(screen.getByLabelText('New password'), 'seven grey kites');
    await press('Change password');
  },
  async 'a welcome video is switched off'() {
    await showWelcomeVideo({ updatePerformer: ({ body }) => ({ ...mira, ...body }) });
    await userEvent.click(screen.getByRole('switch', { name: 'Show it on your page' }));
    await act(settle);
  },
  async 'a welcome video is sent'() {
    await showWelcomeVideo({ uploadWelcomeVideo: () => ({}), getMe: () => mira });
    await userEvent.upload(screen.getByLabelText('Replace the video'), new File(['x'], 'a.mp4', { type: 'video/mp4' }));
    await act(settle);
  },
  'another call fails with a message': () => askForLink(refuse(400, { message: 'The kiln is cold.' })),
  'another call fails with a message inside its message': () =>
    askForLink(refuse(500, { statusCode: 500, message: { statusCode: 400, message: 'The kiln is hot.' } })),
  'another call fails without a message': () => askForLink(refuse(500, {})),
  'another call gets no answer': () => askForLink(refuse(0)),
  async 'a card cannot be tokenized'() {
    vi.spyOn(axios, 'get').mockRejectedValue(new Error('the service answered 402'));
    await show(<CardForm />, { features: [checkoutFeature], user: { ...ada, verifiedEmail: true } });
    const card = { 'Card number': '4242424242424242', Expires: '0899', 'Security code': '123' };
    for (const [label, value] of Object.entries({ ...card, 'Name on the card': 'Ada Fenn' }))
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await press('Save card');
  },
  async "the visitor's country is blocked"() {
    const store = await show(<PageFrame page={{ layout: 'home' }}>A page</PageFrame>);
    act(() => void store.dispatch(countryChecked(true)));
    await screen.findByRole('button', { name: 'Check again' });
  },
};

beforeEach(() => {
  document.body.innerHTML =
    '<script id="public-env" type="application/json">{"cardTokenUrl":"https://cards.example.test/token"}</script>';
  window.history.replaceState(null, '', '/');
});
afterEach(() => window.localStorage.clear());

/** Whether the page shows the text, outside of script elements. */
const isRead = (text: string): boolean =>
  screen.queryAllByText((_content, element) => element?.tagName !== 'SCRIPT' && element?.textContent?.trim() === text)
    .length > 0;

const others = new Set<string>(Object.values(textsInBrowser));

it.each(Object.entries(textsInBrowser))('when %s, the page shows: %s', async (when, text) => {
  await producers[when as keyof typeof producers]();
  expect([...others].filter(isRead)).toEqual([text]);
});

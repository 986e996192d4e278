import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loginRequested } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import { openExternalUrl } from '@/services/social-login';
import {
  ownSettings,
  renderWithStore,
  settle,
  storeForTest,
  type Answers,
} from '../../../../tests/harness/render-with-store';
import { SocialLogins } from './components/social-logins';
import { PhoneLoginForm, PhoneNumberForm, toInternational } from './components/phone-login-form';
import { ProviderReturn } from './components/provider-return';
import { loginWaysFeature } from './login-ways-feature';
import { socialLoginRequested } from './login-ways-slice';

vi.mock('@/services/solve-puzzle', () => ({ solvePuzzle: async () => 'solved' }));
vi.mock('@/services/social-login', async () => ({
  ...(await vi.importActual<object>('@/services/social-login')),
  openExternalUrl: vi.fn(),
}));

const ways = { googleLoginEnabled: true, googleLoginUrl: 'http://api.test/sandbox/google', twitterLoginEnabled: true };
const codes = [
  { name: 'Italy', code: '+39' },
  { name: 'United Kingdom', code: '+44' },
];

function start(answers: Answers = {}, settings: Parameters<typeof ownSettings>[0] = ways, user?: object) {
  const given = storeForTest({ features: [loginWaysFeature], answers, user });
  given.store.dispatch(ownSettings(settings));
  return given;
}

const button = (name: string) => screen.getByRole('button', { name });
const comeBackTo = (address: string) => window.history.replaceState(null, '', address);

/** @returns the external URLs that were opened */
function watchLeaving() {
  const left: URL[] = [];
  vi.mocked(openExternalUrl).mockImplementation((address) => void left.push(new URL(address)));
  return left;
}

beforeEach(() => {
  document.body.innerHTML = '<script id="public-env" type="application/json">{}</script>';
  window.sessionStorage.clear();
  comeBackTo('/auth/login');
});

describe('other login methods', () => {
  it('are offered if the site supports them', () => {
    const { unmount } = renderWithStore(<SocialLogins phoneHref="/auth/login?with=phone" />, { given: start() });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Continue with Google',
      'Continue with Twitter',
    ]);
    unmount();
    renderWithStore(<SocialLogins phoneHref="/auth/login?with=phone" />, {
      given: start({}, { phoneLoginEnabled: true, googleLoginEnabled: true }),
    });
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('link', { name: 'Continue with a phone' })).toHaveAttribute(
      'href',
      '/auth/login?with=phone',
    );
  });

  it('are hidden if the site supports none', () => {
    const { container } = renderWithStore(<SocialLogins phoneHref="/x" />, { given: start({}, {}) });
    expect(container).toBeEmptyDOMElement();
  });
});

describe('a login with Google', () => {
  async function leaveAndReturn(answer: (asked: URL) => string, answers: Answers, user?: object) {
    const left = watchLeaving();
    const away = start();
    const purpose = user ? 'link' : 'login';
    away.store.dispatch(socialLoginRequested({ provider: 'google', purpose, role: 'user', returnTo: '/post/7' }));
    await settle();
    const [asked] = left;
    if (!asked) throw new Error('No external URL was opened');
    comeBackTo(`/auth/google/callback#${answer(asked)}`);
    const back = start(answers, ways, user);
    renderWithStore(<ProviderReturn provider="google" />, { given: back });
    await act(settle);
    return { asked, ...back };
  }
  const rightAnswer = (asked: URL) => `id_token=jwt&state=${asked.searchParams.get('state')}`;

  it('uses the returned token, and removes it from the URL', async () => {
    const { asked, calls, visited } = await leaveAndReturn(rightAnswer, {
      loginWithGoogle: () => ({ token: 'abc' }),
      getMe: () => ({ _id: '1', isPerformer: false }),
    });
    expect(asked.origin + asked.pathname).toBe('http://api.test/sandbox/google');
    expect(asked.searchParams.get('redirect_uri')).toBe('http://localhost/auth/google/callback');
    expect(calls.find(({ name }) => name === 'loginWithGoogle')?.input.body).toEqual({
      tokenId: 'jwt',
      role: 'user',
      remember: true,
    });
    expect(visited).toEqual(['/post/7']);
    expect(window.location.hash).toBe('');
  });

  it.each([
    [
      'belongs to another request',
      () => 'id_token=jwt&state=forged',
      'That log-in took too long or started somewhere else',
    ],
    [
      'has no token',
      (asked: URL) => `state=${asked.searchParams.get('state')}`,
      'That log-in took too long or started somewhere else',
    ],
    ['reports that the user declined', () => 'error=access_denied', 'You didn’t finish logging in with Google'],
  ])('fails if the response %s', async (_what, answer, text) => {
    const { calls } = await leaveAndReturn(answer, {});
    expect(screen.getByText(new RegExp(text))).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('is linked to the account that asked for it', async () => {
    const { calls, visited } = await leaveAndReturn(rightAnswer, { linkGoogle: () => ({}) }, {});
    expect(calls.map(({ name, input }) => [name, input.body])).toEqual([['linkGoogle', { tokenId: 'jwt' }]]);
    expect(visited).toEqual(['/post/7']);
  });

  it('shows why the server rejected it', async () => {
    await leaveAndReturn(rightAnswer, {
      loginWithGoogle: () => {
        throw new ApiError(409, { error: 'EMAIL_HAS_ACCOUNT', message: 'Log in with your password first.' });
      },
    });
    expect(screen.getByText('Log in with your password first.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to log in' })).toHaveAttribute('href', '/auth/login');
  });
});

describe('a login with Twitter', () => {
  const trip = { url: 'http://api.test/twitter', oauthToken: 't1', oauthTokenSecret: 's1' };

  async function leave() {
    const left = watchLeaving();
    renderWithStore(<SocialLogins />, { given: start({ startTwitterLogin: () => trip }) });
    await userEvent.click(button('Continue with Twitter'));
    await act(settle);
    return left;
  }

  it('keeps its tokens in cookies until the redirect, for at most a day, and uses them only once', async () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    const left = await leave();
    expect(left.map(({ href }) => href)).toEqual(['http://api.test/twitter']);
    const lifetimes = written.mock.calls.map(([cookie]) => {
      const expires = new Date(/expires=([^;]+)/.exec(cookie)?.[1] ?? '').getTime();
      return [cookie.split('=')[0], Math.round((expires - Date.now()) / 86_400_000)];
    });
    expect(lifetimes).toEqual([
      ['oauthToken', 1],
      ['oauthTokenSecret', 1],
      ['twCallbackUrl', 1],
      ['role', 1],
    ]);
    comeBackTo('/auth/twitter/callback?oauth_token=t1&oauth_verifier=v1');
    const back = start({
      finishTwitterLogin: () => ({ token: 'abc' }),
      getMe: () => ({ _id: '1', isPerformer: false }),
    });
    const { unmount } = renderWithStore(<ProviderReturn provider="twitter" />, { given: back });
    await act(settle);
    expect(back.calls.find(({ name }) => name === 'finishTwitterLogin')?.input.body).toEqual({
      oauth_verifier: 'v1',
      oauthToken: 't1',
      oauthTokenSecret: 's1',
      role: 'user',
      remember: true,
    });
    expect(document.cookie).not.toContain('oauth');
    expect(window.location.search).toBe('');
    unmount();
    comeBackTo('/auth/twitter/callback?oauth_token=t1&oauth_verifier=v1');
    renderWithStore(<ProviderReturn provider="twitter" />, { given: start() });
    await act(settle);
    expect(screen.getByText(/started somewhere else/)).toBeVisible();
  });

  it('ends if the user declines', async () => {
    await leave();
    comeBackTo('/auth/twitter/callback?denied=t1');
    renderWithStore(<ProviderReturn provider="twitter" />, { given: start() });
    await act(settle);
    expect(screen.getByText(/You didn’t finish logging in with Twitter/)).toBeVisible();
  });
});

describe('a phone number', () => {
  it.each([
    ['United Kingdom', '07400 123 456', '+447400123456'],
    ['Italy', '06 1234 5678', '+390612345678'],
    ['United Kingdom', '+39 06 1234 5678', '+390612345678'],
    ['', '07400', '7400'],
  ])('in %s with %s is sent as %s', (country, number, expected) => {
    expect(toInternational(codes, country, number)).toBe(expected);
  });

  it('gets a code, and logs in with “remember”', async () => {
    const given = start({
      checkCountryBlock: () => ({ blocked: false }),
      sendPhoneCode: () => ({ success: true, expiresIn: 600, resendIn: 60 }),
      loginWithPhone: () => ({ token: 'abc' }),
      getMe: () => ({ _id: '1', isPerformer: false }),
    });
    renderWithStore(<PhoneLoginForm dialCodes={codes} returnTo="/wallet" />, { given });
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'United Kingdom');
    await userEvent.type(screen.getByLabelText('Phone number'), '07400 123456');
    await userEvent.click(button('Send me a code'));
    await act(settle);
    expect(button('Resend in 60 s')).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Code sent to +447400123456'), '123456');
    await userEvent.click(button('Log in'));
    await act(settle);
    expect(given.calls.map(({ name, input }) => [name, input.body])).toEqual([
      ['checkCountryBlock', undefined],
      ['sendPhoneCode', { phone: '+447400123456' }],
      ['loginWithPhone', { phone: '+447400123456', code: '123456', remember: true }],
      ['getMe', undefined],
    ]);
    expect(given.visited).toEqual(['/wallet']);
  });

  it('I-13: gets another code after the browser has solved a captcha, which the form says', async () => {
    let goOn = () => {};
    const waits = new Promise<void>((resolve) => (goOn = resolve));
    const given = start({
      checkCountryBlock: () => ({ blocked: false }),
      createCaptchaChallenge: () => ({}),
      sendPhoneCode: async ({ body }) => {
        if (body?.['captcha'] === undefined) throw new ApiError(422, { error: 'CAPTCHA_REQUIRED' });
        await waits;
        return { success: true, expiresIn: 300, resendIn: 60 };
      },
    });
    renderWithStore(<PhoneLoginForm dialCodes={codes} />, { given });
    await userEvent.type(screen.getByLabelText('Phone number'), '+447400123456');
    await userEvent.click(button('Send me a code'));
    expect(await screen.findByText(/checking that you’re human/)).toBeVisible();
    goOn();
    await act(settle);
    expect(screen.getByLabelText('Code sent to +447400123456')).toBeVisible();
    expect(screen.getByText('Six digits, valid for 5 minutes.')).toBeVisible();
    expect(screen.queryByText(/checking that you’re human/)).not.toBeInTheDocument();
    expect(given.calls.filter(({ name }) => name === 'sendPhoneCode').map(({ input }) => input.body)).toEqual([
      { phone: '+447400123456' },
      { phone: '+447400123456', captcha: 'solved' },
    ]);
  });

  it('I-13: has a note that the code may not come if few are left today, until another code is sent', async () => {
    const replies = [{ onlyForAccounts: true }, {}];
    const given = start({
      checkCountryBlock: () => ({ blocked: false }),
      sendPhoneCode: () => ({ success: true, expiresIn: 300, resendIn: 0, ...replies.shift() }),
    });
    renderWithStore(<PhoneLoginForm dialCodes={codes} />, { given });
    await userEvent.type(screen.getByLabelText('Phone number'), '+447400123456');
    await userEvent.click(button('Send me a code'));
    expect(await screen.findByText(/Few codes are left today/)).toBeVisible();
    await userEvent.click(button('Resend'));
    await act(settle);
    expect(screen.queryByText(/Few codes are left today/)).not.toBeInTheDocument();
  });

  it('I-13: has an error beside it if the captcha failed', async () => {
    const given = start({
      checkCountryBlock: () => ({ blocked: false }),
      createCaptchaChallenge: () => ({}),
      sendPhoneCode: ({ body }) => {
        if (body?.['captcha'] === undefined) throw new ApiError(422, { error: 'CAPTCHA_REQUIRED' });
        throw new ApiError(422, { error: 'CAPTCHA_FAILED', message: 'We could not tell that you are human.' });
      },
    });
    renderWithStore(<PhoneNumberForm dialCodes={codes} label="Send a code" />, { given });
    await userEvent.type(screen.getByLabelText('Phone number'), '+447400123456');
    await userEvent.click(button('Send a code'));
    await act(settle);
    expect(screen.getByLabelText('Phone number')).toHaveAccessibleDescription('We could not tell that you are human.');
    expect(screen.queryByText(/checking that you’re human/)).not.toBeInTheDocument();
  });

  it.each([
    ['the connection', 'IT', ['en-GB'], 'Italy'],
    ['the languages, if the connection is unknown', null, ['en', 'it-IT'], 'Italy'],
    ['nothing, if both are unknown', null, ['en'], ''],
    ['nothing, if the country has no dial code', 'AQ', ['en-GB'], ''],
  ])('has its country preselected by %s', async (_, country, languages, expected) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    const given = start({ checkCountryBlock: () => ({ blocked: false, country }) });
    renderWithStore(<PhoneLoginForm dialCodes={codes} />, { given });
    await act(settle);
    expect(screen.getByLabelText('Country')).toHaveValue(expected);
    vi.restoreAllMocks();
  });

  it('that is invalid has an error beside it, and so does a wrong code', async () => {
    const given = start({
      sendPhoneCode: ({ body }) => {
        if (body?.['phone'] === '+44123') throw new ApiError(422, { message: 'This is not a phone number.' });
        return { success: true, expiresIn: 600, resendIn: 60 };
      },
      loginWithPhone: () => {
        throw new ApiError(422, { error: 'INVALID_VERIFICATION_CODE', message: 'This code is wrong.' });
      },
    });
    renderWithStore(<PhoneLoginForm dialCodes={codes} />, { given });
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'United Kingdom');
    await userEvent.type(screen.getByLabelText('Phone number'), '123');
    await userEvent.click(button('Send me a code'));
    await act(settle);
    expect(screen.getByLabelText('Phone number')).toHaveAccessibleDescription('This is not a phone number.');
    await userEvent.type(screen.getByLabelText('Phone number'), '4567');
    await userEvent.click(button('Send me a code'));
    await act(settle);
    act(() => {
      given.store.dispatch(loginRequested({ way: 'phone', phone: '+441234567', code: '000000', remember: true }));
    });
    await act(settle);
    const form = within(screen.getByLabelText('Code sent to +441234567').closest('form') ?? document.body);
    expect(form.getByLabelText('Code sent to +441234567')).toHaveAccessibleDescription('This code is wrong.');
  });
});

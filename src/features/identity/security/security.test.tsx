import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReauthSheet } from '@/features/identity/security/components/reauth-sheet';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { ApiError } from '@/services/api-error';
import {
  ownSettings,
  renderWithStore,
  settle,
  storeForTest,
  type Answers,
} from '../../../../tests/harness/render-with-store';
import { LinkedLogins } from './components/linked-logins';
import { SessionList } from './components/session-list';
import { TwoFactorPanel } from './components/two-factor-panel';
import { securityFeature } from './security-feature';
import { recoveryCodesDismissed, securityRequested } from './security-slice';

const login = (id: string, isCurrent: boolean, more: object = {}) => ({
  _id: id,
  device: 'desktop',
  browser: 'Firefox',
  os: 'Linux',
  country: 'PT',
  remember: true,
  createdAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2027-11-01T09:00:00.000Z',
  isCurrent,
  ...more,
});

const usual: Answers = {
  listSessions: () => ({ data: [login('s1', true), login('s2', false, { browser: '', os: '' })], total: 2 }),
  getTwoFactorStatus: () => ({ enabled: false }),
  listLinkedLogins: () => ({
    hasPassword: true,
    linked: [
      { provider: 'google', label: 'ada@example.test', canUnlink: true },
      { provider: 'phone', label: '+447400123456', canUnlink: false },
    ],
  }),
};

async function show(ui: React.ReactElement, answers: Answers = {}) {
  const given = storeForTest({
    features: [securityFeature, reauthFeature],
    answers: { ...usual, ...answers },
    user: {},
  });
  given.store.dispatch(ownSettings({ twitterLoginEnabled: true }));
  renderWithStore(
    <>
      {ui}
      <ReauthSheet />
    </>,
    { given },
  );
  act(() => void given.store.dispatch(securityRequested()));
  await act(settle);
  return given;
}

const press = async (name: string | RegExp) => {
  await userEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};
const refuse = (status: number, error: string, message: string) => () => {
  throw new ApiError(status, { statusCode: status, error, message });
};
const named = <C extends { name: string }>(calls: C[], name: string) => calls.filter((call) => call.name === name);

beforeEach(() => {
  document.body.innerHTML = '<script id="public-env" type="application/json">{}</script>';
  document.cookie = 'token=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT';
});

describe('two-factor log-in', () => {
  const setup = {
    connectTwoFactor: () => ({
      enabled: false,
      secret: 'JBSWY3DPEHPK',
      otpauthUrl: 'otpauth://x',
      qrCode: 'data:image/png,',
    }),
    verifyTwoFactor: ({ body }: { body?: Record<string, unknown> }) =>
      body?.['verificationCode'] === '123456'
        ? { enabled: true, recoveryCodes: ['aaaa-1111', 'bbbb-2222'] }
        : refuse(422, 'INVALID_VERIFICATION_CODE', 'This code is wrong.')(),
  };

  it('links to a new verification email if the email is not verified', async () => {
    const connectTwoFactor = refuse(422, 'EMAIL_NOT_VERIFIED', 'Please verify your email first. We sent you a link.');
    await show(<TwoFactorPanel />, { ...setup, connectTwoFactor });
    await press('Set it up');
    expect(screen.getByRole('link', { name: 'Get a new link' })).toHaveAttribute(
      'href',
      '/auth/verification?returnTo=%2Fuser%2Faccount%3Fsection%3Dsecurity',
    );
  });

  it('is set up by QR code or text, a first code, and recovery codes to save', async () => {
    await show(<TwoFactorPanel />, setup);
    await press('Set it up');
    expect(screen.getByText('JBSW Y3DP EHPK')).toBeVisible();
    const field = screen.getByLabelText('The six digits the app shows');
    await userEvent.type(field, '000000');
    await press('Turn on');
    expect(field).toHaveAccessibleDescription('This code is wrong.');
    await userEvent.clear(field);
    await userEvent.type(field, '123456');
    await press('Turn on');
    const sheet = within(screen.getByRole('dialog', { name: 'Your recovery codes' }));
    expect(sheet.getByText('bbbb-2222')).toBeVisible();
    expect(sheet.getByRole('button', { name: 'Done' })).toBeDisabled();
    const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asksBeforeClosing()).toBe(true);
    await userEvent.click(sheet.getByLabelText('I have saved my codes'));
    expect(asksBeforeClosing()).toBe(false);
    await press('Done');
    expect(screen.queryByText('bbbb-2222')).not.toBeInTheDocument();
  });

  it('can pass the secret to an app on the same phone', async () => {
    const user = userEvent.setup();
    await show(<TwoFactorPanel />, setup);
    await press('Set it up');
    expect(screen.getByRole('link', { name: 'Open in the app' })).toHaveAttribute('href', 'otpauth://x');
    await user.click(screen.getByRole('button', { name: 'Copy secret' }));
    expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK');
  });

  it('links to an authenticator app only if the backend’s URL has its scheme', async () => {
    const connectTwoFactor = () => ({ ...setup.connectTwoFactor(), otpauthUrl: 'javascript:alert(1)' });
    await show(<TwoFactorPanel />, { ...setup, connectTwoFactor });
    await press('Set it up');
    expect(screen.queryByRole('link', { name: 'Open in the app' })).not.toBeInTheDocument();
  });

  it('is turned off only with a code', async () => {
    const { calls } = await show(<TwoFactorPanel />, {
      getTwoFactorStatus: () => ({ enabled: true, method: 'app', recoveryCodesLeft: 1 }),
      disableTwoFactor: () => ({ enabled: false }),
    });
    expect(screen.getByText('One recovery code is left.')).toBeVisible();
    await press('Turn off');
    const sheet = within(screen.getByRole('dialog'));
    await userEvent.type(sheet.getByLabelText('Code from your authenticator app'), '123456');
    await userEvent.click(sheet.getByRole('button', { name: 'Turn off' }));
    await act(settle);
    expect(named(calls, 'disableTwoFactor')).toMatchObject([{ input: { body: { verificationCode: '123456' } } }]);
  });

  it('shows no error of an earlier attempt when turning it off is opened again', async () => {
    await show(<TwoFactorPanel />, {
      getTwoFactorStatus: () => ({ enabled: true, method: 'app', recoveryCodesLeft: 8 }),
      disableTwoFactor: refuse(422, 'INVALID_VERIFICATION_CODE', 'This code is wrong.'),
    });
    await press('Turn off');
    const sheet = within(screen.getByRole('dialog'));
    await userEvent.type(sheet.getByLabelText('Code from your authenticator app'), '123456');
    await userEvent.click(sheet.getByRole('button', { name: 'Turn off' }));
    await act(settle);
    expect(screen.getByText('This code is wrong.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Turn off');
    expect(screen.queryByText('This code is wrong.')).toBeNull();
  });

  it('has the state from the response, even if it cannot be loaded again', async () => {
    let isDown = false;
    const { store } = await show(<TwoFactorPanel />, {
      ...setup,
      getTwoFactorStatus: () => (isDown ? refuse(500, 'X', 'The server rests.')() : { enabled: false }),
      disableTwoFactor: () => ({ enabled: false }),
    });
    await press('Set it up');
    isDown = true;
    await userEvent.type(screen.getByLabelText('The six digits the app shows'), '123456');
    await press('Turn on');
    act(() => void store.dispatch(recoveryCodesDismissed()));
    expect(screen.getByText('2 recovery codes are left.')).toBeVisible();
    await press('Turn off');
    const sheet = within(screen.getByRole('dialog', { name: 'Turn off two-factor' }));
    await userEvent.type(sheet.getByLabelText('Code from your authenticator app'), '123456');
    await userEvent.click(sheet.getByRole('button', { name: 'Turn off' }));
    await act(settle);
    expect(screen.getByRole('button', { name: 'Set it up' })).toBeVisible();
  });

  it('shows an error when it does not load, and retries', async () => {
    let isUp = false;
    await show(<TwoFactorPanel />, {
      getTwoFactorStatus: () => (isUp ? { enabled: false } : refuse(500, 'X', 'The server rests.')()),
    });
    expect(screen.getByText('The server rests.')).toBeVisible();
    isUp = true;
    await press('Try again');
    expect(screen.getByRole('button', { name: 'Set it up' })).toBeVisible();
  });
});

describe('devices', () => {
  it('are named by browser and system, with the current one marked', async () => {
    await show(<SessionList />);
    const [here, there] = screen.getAllByRole('listitem');
    expect(here).toHaveTextContent(/Firefox on Linux This device.*Portugal/);
    expect(there).toHaveTextContent('Unknown device');
    expect(here).toHaveTextContent('Portugal · In use now');
    expect(here).not.toHaveTextContent('Last used');
    expect(there).toHaveTextContent(/Portugal · Last used /);
  });

  it('are logged out after a confirmation by password, which renews the token', async () => {
    let isFresh = false;
    const { calls } = await show(<SessionList />, {
      endOtherSessions: () => (isFresh ? { ended: 1 } : refuse(403, 'FRESH_LOGIN_REQUIRED', 'Prove it.')()),
      getConfirmation: () => ({ confirmedUntil: null, ways: ['password', 'login'], email: null }),
      confirmIdentity: ({ body }) => {
        if (body?.['password'] !== 'seven grey kites') refuse(422, 'WRONG_PASSWORD', 'This is not your password.')();
        isFresh = true;
        return { token: 'new-token', remember: true, confirmedUntil: '2026-11-21T10:10:00.000Z' };
      },
    });
    await press('Log out all other devices');
    const sheet = within(screen.getByRole('dialog', { name: 'Confirm it’s you' }));
    const field = sheet.getByLabelText('Current password');
    await userEvent.type(field, 'nope');
    await press('Continue');
    expect(field).toHaveAccessibleDescription('This is not your password.');
    await userEvent.clear(field);
    await userEvent.type(field, 'seven grey kites');
    await press('Continue');
    expect(document.cookie).toContain('token=new-token');
    expect(named(calls, 'endOtherSessions')).toHaveLength(2);
    expect(named(calls, 'listSessions')).toHaveLength(2);
  });

  it('are logged out one at a time, and a rejection is shown in its row', async () => {
    const rows = [login('s2', false, { browser: 'Safari' }), login('s3', false, { browser: 'Opera' })];
    const held: ((error: Error) => void)[] = [];
    const { calls } = await show(
      <>
        <SessionList />
        <TwoFactorPanel />
      </>,
      {
        listSessions: () => ({ data: [login('s1', true), ...rows], total: 3 }),
        endSession: () => new Promise((_resolve, reject) => held.push(reject)),
        connectTwoFactor: refuse(422, 'X', 'Not now.'),
      },
    );
    await press('Log out Safari on Linux');
    expect(screen.getByRole('button', { name: 'Log out Opera on Linux' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Log out all other devices' })).toBeDisabled();
    await press('Set it up');
    held[0]?.(new ApiError(500, { message: 'The server rests.' }));
    await act(settle);
    const [, safari, opera] = screen.getAllByRole('listitem');
    expect(safari).toHaveTextContent('The server rests.');
    expect(opera).not.toHaveTextContent('The server rests.');
    expect(screen.getByText('Not now.')).toBeVisible();
    await press('Log out Opera on Linux');
    expect(named(calls, 'endSession').map(({ input }) => input.params?.['id'])).toEqual(['s2', 's3']);
  });

  it('are not logged out by the second tap of a double tap on the row above', async () => {
    const rows = [
      login('s1', true),
      login('s2', false, { browser: 'Safari' }),
      login('s3', false, { browser: 'Opera' }),
    ];
    const { calls } = await show(<SessionList />, {
      listSessions: () => ({ data: [...rows], total: rows.length }),
      endSession: () => {
        rows.splice(1, 1);
        return null;
      },
    });
    await press('Log out Safari on Linux');
    expect(screen.queryByText('Safari on Linux')).not.toBeInTheDocument();
    await press('Log out Opera on Linux');
    expect(named(calls, 'endSession')).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Log out Opera on Linux' })).toBeEnabled());
  });

  it('stay when the confirmation is dismissed', async () => {
    const { calls } = await show(<SessionList />, {
      endSession: refuse(403, 'FRESH_LOGIN_REQUIRED', 'Prove it.'),
      getConfirmation: () => ({ confirmedUntil: null, ways: ['email', 'login'], email: 'a•••@example.test' }),
    });
    await press('Log out Unknown device');
    expect(screen.getByText(/we send a code to a•••@example.test/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await act(settle);
    expect(named(calls, 'endSession')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Log out Unknown device' })).toBeEnabled();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('linked login methods', () => {
  it('are unlinked one at a time', async () => {
    let end: ((reply: object) => void) | undefined;
    const linked = ['google', 'twitter'].map((provider) => ({ provider, label: provider, canUnlink: true }));
    await show(<LinkedLogins renderLink={() => null} />, {
      listLinkedLogins: () => ({ hasPassword: true, linked }),
      unlinkLogin: () => new Promise((resolve) => (end = resolve)),
    });
    await press('Unlink Google');
    expect(screen.getByRole('button', { name: 'Unlink Twitter' })).toBeDisabled();
    end?.({ hasPassword: true, linked: linked.slice(1) });
    await act(settle);
    expect(screen.getByRole('button', { name: 'Unlink Twitter' })).toBeEnabled();
  });

  it('can be unlinked except for the last, and others that the site supports can be linked', async () => {
    const { calls } = await show(
      <LinkedLogins renderLink={(provider) => <button type="button">Link {provider}</button>} />,
      {
        unlinkLogin: () => ({ hasPassword: true, linked: [] }),
      },
    );
    expect(screen.getByText('Your only way to log in')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Link twitter' })).toBeVisible();
    await press('Unlink Google');
    expect(named(calls, 'unlinkLogin')).toMatchObject([{ input: { params: { provider: 'google' } } }]);
    expect(screen.queryByText('ada@example.test')).not.toBeInTheDocument();
  });
});

import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../../tests/harness/render-with-store';
import { AuthFrame } from './auth-frame';
import { LoginForm } from './login-form';
import type { TwoFactorSheet } from './two-factor-sheet';

vi.mock('@/services/solve-puzzle', () => ({ solvePuzzle: async () => 'solved' }));
// The app loads the sheet on demand, so it is replaced by the sheet itself.
vi.mock('next/dynamic', async () => {
  const actual = await vi.importActual<{ TwoFactorSheet: typeof TwoFactorSheet }>('./two-factor-sheet');
  return { default: () => actual.TwoFactorSheet };
});

async function logIn(login: NonNullable<Answers['login']>) {
  document.body.innerHTML = '<script id="public-env" type="application/json">{}</script>';
  const shown = renderWithStore(
    <AuthFrame title="Welcome back">
      <LoginForm />
    </AuthFrame>,
    { answers: { login, getMe: () => ({ _id: '1', isPerformer: false }), createCaptchaChallenge: () => ({}) } },
  );
  await userEvent.type(screen.getByLabelText('Email or username'), ' ada ');
  await userEvent.type(screen.getByLabelText('Password'), 'seven grey kites');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await act(settle);
  return shown;
}

describe('the log-in form', () => {
  it('says that it needs JavaScript', () => {
    const html = renderToString(
      <Provider store={storeForTest().store}>
        <AuthFrame title="Welcome back" />
      </Provider>,
    );
    expect(/<noscript>.*<\/noscript>/.exec(html)?.[0]).toContain('This page needs JavaScript.');
  });

  it('shows the server’s error beside the password', async () => {
    await logIn(() => {
      throw new ApiError(400, undefined);
    });
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Incorrect credentials!');
  });

  it('links to the verification mail if the email is unverified', async () => {
    await logIn(() => {
      throw new ApiError(403, { error: 'EMAIL_NOT_VERIFIED', message: 'Confirm your e-mail' });
    });
    expect(screen.getByRole('link', { name: 'Didn’t get the verification email?' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/auth\/verification/),
    );
  });

  it('links to the contact page if the account is closed', async () => {
    await logIn(() => {
      throw new ApiError(403, { error: 'ACCOUNT_INACTIVE', message: 'This account is closed.' });
    });
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('This account is closed.');
    expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
  });

  it('opens the sheet for the second step, and continues with its code', async () => {
    const { calls } = await logIn(({ body }) => (body?.['verificationCode'] ? { token: 'abc' } : null));
    await userEvent.type(screen.getByLabelText('Code from your authenticator app'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await act(settle);
    expect(calls.filter(({ name }) => name === 'login').map(({ input }) => input.body)).toEqual([
      { username: 'ada', password: 'seven grey kites', remember: true },
      { username: 'ada', password: 'seven grey kites', remember: true, verificationCode: '123456' },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('I-13: solves a captcha if the account is under attack, says so, and logs in', async () => {
    const bodies: unknown[] = [];
    let letIn = () => {};
    const waits = new Promise<void>((resolve) => (letIn = resolve));
    const { calls } = await logIn(async ({ body }) => {
      bodies.push(body);
      if (body?.['captcha'] === undefined)
        throw new ApiError(422, { error: 'CAPTCHA_REQUIRED', captchaRequired: true });
      await waits;
      return { token: 'abc', device: 'd'.repeat(43) };
    });
    expect(await screen.findByText(/checking that you’re human/)).toBeVisible();
    expect(calls.map(({ name }) => name)).toContain('createCaptchaChallenge');
    letIn();
    await act(settle);
    expect(bodies).toMatchObject([
      { username: 'ada' },
      { username: 'ada', password: 'seven grey kites', captcha: 'solved' },
    ]);
    expect(document.cookie).toContain('token=abc');
    expect(localStorage.getItem('device')).toBe('d'.repeat(43));
    expect(screen.queryByText(/checking that you’re human/)).not.toBeInTheDocument();
  });

  it('I-13: links to the password reset after too many wrong passwords', async () => {
    await logIn(() => {
      throw new ApiError(422, { error: 'RESET_REQUIRED', message: 'Set a new password by email to log in.' });
    });
    expect(screen.getByRole('link', { name: 'Email me a link' })).toHaveAttribute('href', '/auth/forgot-password');
  });
});

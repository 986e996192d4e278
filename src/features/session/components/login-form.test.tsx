import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { DoorFrame } from './door-frame';
import { LoginForm } from './login-form';

// The sheet is fetched on demand in the app; its own behaviour is told by the store's tests.
jest.mock('next/dynamic', () => () => jest.requireActual('./two-step-sheet').TwoStepSheet);

async function logIn(login: NonNullable<Answers['login']>) {
  document.body.innerHTML = '<script id="public-env" type="application/json">{}</script>';
  const shown = renderWithStore(
    <DoorFrame title="Welcome back">
      <LoginForm />
    </DoorFrame>,
    { answers: { login, getMe: () => ({ _id: '1', isPerformer: false }) } },
  );
  await userEvent.type(screen.getByLabelText('Email or username'), ' ada ');
  await userEvent.type(screen.getByLabelText('Password'), 'secret1');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await act(settle);
  return shown;
}

describe('the log-in form', () => {
  it('says beside the password why it was refused', async () => {
    await logIn(() => {
      throw new ApiError(400, undefined);
    });
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Incorrect credentials!');
  });

  it('shows the way to the confirmation mail where that is what is missing', async () => {
    await logIn(() => {
      throw new ApiError(403, { error: 'EMAIL_NOT_VERIFIED', message: 'Confirm your e-mail' });
    });
    expect(screen.getByRole('link', { name: 'About the confirmation mail' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/auth\/verification\?email=/),
    );
  });

  it('opens the auth modal for the second step and goes on with its code', async () => {
    const { calls } = await logIn(({ body }) => (body?.['verificationCode'] ? { token: 'abc' } : null));
    await userEvent.type(screen.getByLabelText('Code from your authenticator app'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    await act(settle);
    expect(calls.filter(({ name }) => name === 'login').map(({ input }) => input.body)).toEqual([
      { username: 'ada', password: 'secret1', remember: true },
      { username: 'ada', password: 'secret1', remember: true, verificationCode: '123456' },
    ]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

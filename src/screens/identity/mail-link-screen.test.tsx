import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mailLinkFeature } from '@/features/identity/auth/mail-link-feature';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { renderWithStore, settle, type Answers } from '../../../tests/harness/render-with-store';
import { EndSessionScreen, RevertEmailScreen, VerifyEmailScreen } from './mail-link-screen';

async function press(Screen: () => React.JSX.Element, label: string, answers: Answers) {
  const shown = renderWithStore(<Screen />, {
    features: [mailLinkFeature],
    query: { token: 'a-token' },
    user: { isPerformer: false },
    answers: { inspectMailLink: () => ({ state: 'open' }), ...answers },
  });
  await act(settle);
  await userEvent.click(screen.getByRole('button', { name: label }));
  await act(settle);
  return shown;
}

it.each([
  ['an email is verified', VerifyEmailScreen, 'Verify my email', '/auth/email-verified-success'],
  ['a change of email is undone', RevertEmailScreen, 'Take it back', '/auth/reset-password?token=fresh'],
] as const)('shows no link that the navigation would undo, when %s', async (_what, Screen, label, path) => {
  const { visited } = await press(Screen, label, {
    useMailLink: () => ({ resetToken: 'fresh' }),
    getMe: () => ({ _id: 'u1', verifiedEmail: true }),
  });
  expect(visited).toEqual([path]);
  expect(screen.queryByRole('link', { name: /Continue|Choose a new password/ })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: /Verify your email|Undo the change/ })).toBeInTheDocument();
});

it('shows a notice instead of another page to a person who has left during the request', async () => {
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  const { visited, store } = await press(VerifyEmailScreen, 'Verify my email', {
    useMailLink: () => {
      window.history.replaceState(null, '', '/noor');
      return {};
    },
    getMe: () => ({ _id: 'f00000000000000000000001', verifiedEmail: true }),
  });
  expect(visited).toEqual([]);
  expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual(['Your email is verified.']);
});

it('loads the account again once its email is verified', async () => {
  const { calls } = await press(VerifyEmailScreen, 'Verify my email', {
    useMailLink: () => ({}),
    getMe: () => ({ _id: 'u1', verifiedEmail: true }),
  });
  expect(calls.map(({ name }) => name)).toEqual(['inspectMailLink', 'useMailLink', 'getMe']);
});

it('offers a new password on the same page once another device is logged out', async () => {
  const { visited } = await press(EndSessionScreen, 'Log out this device', {
    useMailLink: () => ({ resetToken: 'fresh' }),
  });
  expect(visited).toEqual([]);
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute(
    'href',
    '/auth/reset-password?token=fresh',
  );
});

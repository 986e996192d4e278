import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { authFeature } from '@/features/identity/auth/auth-feature';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { ResetPasswordScreen } from './reset-password-screen';

it('the page offers a new link until the password has been changed', async () => {
  renderWithStore(<ResetPasswordScreen />, {
    features: [authFeature],
    query: { token: 't' },
    answers: { resetPassword: () => ({}) },
  });
  expect(screen.getByRole('link', { name: 'Request a new link' })).toBeVisible();
  await userEvent.type(screen.getByLabelText('New password'), 'seven grey kites');
  await userEvent.click(screen.getByRole('button', { name: 'Save new password' }));
  await act(settle);
  expect(screen.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Request a new link' })).not.toBeInTheDocument();
});

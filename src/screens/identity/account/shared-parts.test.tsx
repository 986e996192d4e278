import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accountFeature } from '@/features/identity/account/account-feature';
import { loginWaysFeature } from '@/features/identity/auth/login-ways-feature';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { securityFeature } from '@/features/identity/security/security-feature';
import { securityRequested } from '@/features/identity/security/security-slice';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { ApiError } from '@/services/api-error';
import { ownSettings, renderWithStore, settle, storeForTest } from '../../../../tests/harness/render-with-store';
import { getSharedParts } from './shared-parts';

it('shows no error of an earlier try when linking a phone is opened again', async () => {
  const given = storeForTest({
    features: [accountFeature, loginWaysFeature, reauthFeature, securityFeature, referenceFeature],
    user: {},
    answers: {
      listSessions: () => ({ data: [], total: 0 }),
      getTwoFactorStatus: () => ({ enabled: false }),
      listLinkedLogins: () => ({ hasPassword: true, linked: [] }),
      checkCountryBlock: () => ({ blocked: false }),
      sendPhoneCode: () => ({ success: true, expiresIn: 600, resendIn: 0 }),
      linkPhone: () => {
        throw new ApiError(422, { error: 'INVALID_VERIFICATION_CODE', message: 'This code is wrong.' });
      },
    },
  });
  given.store.dispatch(ownSettings({ phoneLoginEnabled: true }));
  given.store.dispatch(securityRequested());
  renderWithStore(<>{getSharedParts('/user/account').find(({ key }) => key === 'security')?.content}</>, { given });
  await act(settle);
  const askForCode = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Link a phone' }));
    const sheet = within(screen.getByRole('dialog'));
    await userEvent.type(sheet.getByLabelText('Phone number'), '+447400123456');
    await userEvent.click(sheet.getByRole('button', { name: 'Send a code' }));
    await act(settle);
    return sheet;
  };
  const sheet = await askForCode();
  await userEvent.type(sheet.getByLabelText(/^Code sent to/), '123456');
  await userEvent.click(sheet.getByRole('button', { name: 'Link this phone' }));
  await act(settle);
  expect(screen.getByText('This code is wrong.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await askForCode();
  expect(screen.getByLabelText(/^Code sent to/)).toBeVisible();
  expect(screen.queryByText('This code is wrong.')).toBeNull();
});

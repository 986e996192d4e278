import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReauthSheet } from '@/features/identity/security/components/reauth-sheet';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { apiKeyFeature } from './api-key-feature';
import { apiKeysRequested } from './api-key-slice';
import { ApiKeyList } from './components/api-key-list';

const scripted = {
  _id: 'a00000000000000000000001',
  name: 'Shop sync',
  scopes: ['read', 'money:read'],
  hint: 'x7Qa',
  createdAt: '2026-11-01T09:00:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-11-20T09:00:00.000Z',
};

async function show(answers: Answers, isCreator = false) {
  const given = storeForTest({ features: [apiKeyFeature, reauthFeature], answers, user: {} });
  renderWithStore(
    <>
      <ApiKeyList isCreator={isCreator} />
      <ReauthSheet />
    </>,
    { given },
  );
  act(() => void given.store.dispatch(apiKeysRequested()));
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

beforeEach(() => {
  document.body.innerHTML = '<script id="public-env" type="application/json">{}</script>';
});

it('creates a key, asks for a fresh proof, and shows it until it is saved', async () => {
  let isProved = false;
  const created = { ...scripted, lastUsedAt: null, key: 'csp_secret' };
  const { calls } = await show({
    listApiKeys: () => ({ data: [], total: 0 }),
    createApiKey: () => (isProved ? created : refuse(403, 'FRESH_LOGIN_REQUIRED', 'Please confirm it’s you first.')()),
    getConfirmation: () => ({ confirmedUntil: null, ways: ['password'], email: null }),
    confirmIdentity: () => {
      isProved = true;
      return { token: 'new', remember: true, confirmedUntil: '2026-11-29T12:00:00.000Z' };
    },
  });
  await press('New API key');
  await userEvent.type(screen.getByLabelText('Name'), 'Shop sync');
  expect(screen.queryByLabelText(/^Publish/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Read profiles, posts and notifications'));
  await press('Create key');
  expect(screen.getByRole('alert')).toHaveTextContent('Choose at least one.');
  await userEvent.click(screen.getByLabelText(/^See your balance/));
  await press('Create key');
  await userEvent.type(screen.getByLabelText('Current password'), 'correct horse');
  await press('Continue');
  const bodies = calls.filter(({ name }) => name === 'createApiKey').map(({ input }) => input?.body);
  expect(bodies.at(-1)).toEqual({ name: 'Shop sync', scopes: ['money:read'], expiresInDays: 90 });
  const sheet = within(screen.getByRole('dialog', { name: 'Your key “Shop sync”' }));
  expect(sheet.getByText('csp_secret')).toBeVisible();
  expect(sheet.getByRole('button', { name: 'Done' })).toBeDisabled();
  await userEvent.click(sheet.getByLabelText('I have saved it'));
  await press('Done');
  expect(screen.queryByText('csp_secret')).not.toBeInTheDocument();
  expect(screen.getByText('Shop sync')).toBeVisible();
  expect(screen.getByText(/^Never used/)).toBeVisible();
});

it('revokes a key after asking, and keeps it if that fails', async () => {
  let fails = true;
  await show({
    listApiKeys: () => ({ data: [scripted], total: 1 }),
    deleteApiKey: () =>
      fails ? refuse(503, 'UNAVAILABLE', 'We can’t reach our data right now.')() : { deleted: true },
  });
  expect(screen.getByText('…x7Qa')).toBeVisible();
  await press('Revoke Shop sync');
  await press('Revoke key');
  expect(screen.getByText(/^We can’t reach our data/)).toBeVisible();
  fails = false;
  await press('Revoke key');
  expect(screen.getByText('No API keys yet')).toBeVisible();
});

it('offers to publish to creators, says why the list is missing, and retries', async () => {
  let fails = true;
  await show(
    {
      listApiKeys: () => (fails ? refuse(500, 'INTERNAL', 'Something went wrong')() : { data: [], total: 0 }),
    },
    true,
  );
  expect(screen.getByText('Your API keys did not load')).toBeVisible();
  fails = false;
  await press('Try again');
  await press('New API key');
  expect(screen.getByLabelText(/^Publish, change and delete/)).toBeVisible();
});

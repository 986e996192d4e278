import { waitForHydration } from '../hydration';
import { expect, test, type } from './fixtures';
import { enterAs } from './mock';

test('a fan changes the profile, and the change is stored', async ({ page, context, baseURL, mock }) => {
  await enterAs(context, baseURL, await mock.makeFan());
  await page.goto('/user/account');
  await type(page.getByLabel('Name', { exact: true }), 'Robin A. Vale');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Robin A. Vale');
});

test('a creator changes prices, and the change is stored', async ({ page, context, baseURL, mock }) => {
  await enterAs(context, baseURL, await mock.makeCreator());
  await page.goto('/creator/account');
  await type(page.getByLabel(/^Monthly/).first(), '7.50');
  await type(page.getByLabel(/^Yearly/).first(), '75');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Monthly/).first()).toHaveValue(/^7\.50?$/);
});

test('saved cards are listed and can be removed; no form asks for a card number', async ({
  page,
  context,
  baseURL,
  mock,
  profile,
}) => {
  await enterAs(context, baseURL, await mock.makeFan({ card: '4242' }));
  await page.goto('/user/cards');
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  if (profile.gateway !== 'stripe') return expect(page.getByText('4242')).toHaveCount(0);
  await expect(page.getByText(/4242/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /default/i })).toHaveCount(0);
  await page
    .getByRole('button', { name: /^(Delete|Remove)/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Delete|Remove)/ })
    .click();
  await expect(page.getByText(/4242/)).toHaveCount(0);
});

test('notifications can be read, or no link leads to them if the backend has none', async ({
  page,
  context,
  baseURL,
  mock,
  profile,
  refusals,
}) => {
  if (!profile.hasNotifications) refusals.expectRefusal(404, '/notification');
  const [creator, fan] = [await mock.makeCreator(), await mock.makeFan({ name: 'Noa Bright' })];
  await page.request.post(`${mock.url}/follows/${creator._id}`, { headers: { Authorization: fan.token } });
  await enterAs(context, baseURL, creator);
  await page.goto('/notification');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible({
    visible: profile.hasNotifications,
  });
  if (profile.hasNotifications) return expect(page.getByText(/Noa Bright/).first()).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('link', { name: /^Notifications/ })).toHaveCount(0);
});

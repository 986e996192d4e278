import type { Page } from '@playwright/test';
import { enter, makeCreator, makeFan } from './accounts';
import { ageSubscriptions } from './backdate-rows';
import { expect, expectAccessible, test, type } from './fixtures';
import { ask, enterAsPayer, fillWallet, findCreator, getSheet, saveCard, subscribe } from './payments';
import { takeShots } from './shots';

test.use({ timezoneId: 'UTC' });

const getLimit = (page: Page) => page.locator('#spending-limit');

test(
  'a spending limit is set, stops a payment with a message above the button, and takes a day to be raised',
  { tag: '@full' },
  async ({ page, context, baseURL, request, refusals }) => {
    refusals.expectRefusal(422, '/wallet/charges/tip');
    const fan = await enterAsPayer({ context, baseURL, request }, { name: 'Ada Fenn', dollars: 200 });
    await page.goto('/wallet');
    await expect(getLimit(page).getByText(/You’ve spent \$0\.00/)).toBeVisible();
    await takeShots(page, 'limit-none');
    await getLimit(page).getByRole('button', { name: 'Set a limit' }).click();
    const sheet = getSheet(page);
    await type(sheet.getByLabel('Most you want to spend in a month'), '50');
    await expect(sheet.getByText('Applies right away.')).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'limit-sheet');
    await sheet.getByRole('button', { name: 'Set limit to $50.00' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(getLimit(page).getByText('$50.00 left')).toBeVisible();

    const { _id } = await findCreator(request, fan, 'dariovenn');
    await ask(request, fan, 'POST', `/wallet/charges/tip/${_id}`, { price: 30 });
    await page.goto('/dariovenn');
    await page
      .getByRole('button', { name: /^(Send a )?tip/i })
      .filter({ visible: true })
      .first()
      .click();
    const amount = sheet.getByLabel('Or your own amount');
    await type(amount, '25');
    const problem = sheet.getByRole('alert').filter({ hasText: 'This would pass your limit of $50.00 for ' });
    await expect(problem).toBeInViewport();
    await expect(sheet.getByRole('button', { name: 'Send $25.00' })).toBeDisabled();
    await expectAccessible(page);
    await takeShots(page, 'limit-passed');

    await type(amount, '15');
    await expect(problem).toHaveCount(0);
    await ask(request, fan, 'POST', `/wallet/charges/tip/${_id}`, { price: 10 });
    await sheet.getByRole('button', { name: 'Send $15.00' }).click();
    await expect(problem).toContainText('Change limit');
    await expect(problem).toBeInViewport();
    await problem.getByRole('link', { name: 'Change limit' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/wallet#spending-limit');
    await expect(sheet).toHaveCount(0);
    await expect(getLimit(page).getByText('$10.00 left')).toBeVisible();

    await getLimit(page).getByRole('button', { name: 'Change limit' }).click();
    await type(sheet.getByLabel('Most you want to spend in a month'), '120');
    await expect(sheet.getByText(/A higher limit applies after 24 hours/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Set limit to $120.00' }).click();
    await expect(sheet).toHaveCount(0);
    await expect(getLimit(page).getByText(/Your limit becomes \$120\.00 on/)).toBeVisible();
    await expect(getLimit(page).getByText('$10.00 left')).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'limit-pending');
    await getLimit(page).getByRole('button', { name: 'Keep $50.00' }).click();
    await expect(getLimit(page).getByText(/Your limit becomes/)).toHaveCount(0);
  },
);

test(
  'upcoming charges show an announced price change and their total',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const creator = await makeCreator(request, 'Juno Quill');
    const fan = await makeFan(request, 'Ada Fenn');
    await saveCard(request, fan);
    await fillWallet(request, fan, 20);
    const { _id } = await findCreator(request, fan, creator.username);
    await ask(request, creator, 'PUT', `/performers/${_id}`, { monthlyPrice: 8, yearlyPrice: 80 });
    await subscribe(request, fan, creator.username);
    await ageSubscriptions(fan.username);
    await enter(context, baseURL, fan.token);
    await page.goto('/wallet');
    const charges = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Upcoming charges' }) });
    await expect(charges.getByRole('link', { name: 'Juno Quill' })).toBeVisible();
    await expect(charges.getByText('Next 30 days, tax included')).toBeVisible();
    await expect(charges.getByText('$8.00')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Site membership' })).toBeVisible();

    await ask(request, creator, 'PUT', `/performers/${_id}`, { monthlyPrice: 6 });
    await page.goto('/user/my-subscription');
    const row = page.getByRole('listitem').filter({ hasText: 'Juno Quill' });
    await expect(async () => {
      await page.reload();
      await expect(row.getByText(/^From .*: \$6\.00 instead of \$8\.00$/)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 40_000 });
    await expect(page.getByRole('heading', { name: 'Upcoming charges' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Site membership' })).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'subscriptions-price');
    await page.goto('/wallet');
    await expect(charges.getByText('New price: $6.00 instead of $8.00')).toBeVisible();
    await expect(charges.getByText('$6.00', { exact: true })).toHaveCount(2);
    await expectAccessible(page);
    await takeShots(page, 'wallet-upcoming');
  },
);

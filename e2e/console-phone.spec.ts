import { demoToken, enter } from './accounts';
import { expect, expectAccessible, test } from './fixtures';
import { takeShots } from './shots';

/** The console on a phone, where wide parts have another form. */

test.beforeEach(async ({ context, request, baseURL }) => {
  await enter(context, baseURL, await demoToken(request, 'demo-operator'));
});

test('the days of a list are chosen by shortcuts and a calendar that fit the screen', async ({ page }) => {
  await page.goto('/admin/payments');
  await page.getByRole('button', { name: 'Days: All days' }).click();
  const sheet = page.getByRole('dialog', { name: 'Days' });
  for (const label of ['Today', 'Yesterday', 'Last 7 days', 'Last 30 days', 'Previous month', 'Choose the first day'])
    await expect(sheet.getByRole('button', { name: label, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole('table')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await takeShots(page, 'days');
  await sheet.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1/);
  await expect(sheet).toBeHidden();
  await takeShots(page, 'days-chosen');
});

test('the overview begins with its title, what waits, and the money', async ({ page }) => {
  await page.goto('/admin');
  const main = page.getByRole('main');
  const inOrder = [
    main.getByRole('heading', { name: 'Overview' }),
    main.getByRole('heading', { name: 'To do' }),
    main.getByText('The site earned'),
    main.getByText('Money in, with tax'),
    main.getByRole('heading', { name: /of sales went$/ }),
    main.getByRole('heading', { name: 'Failed jobs' }),
    main.getByRole('heading', { name: /^Sign-ups/ }),
  ];
  for (const part of inOrder) await expect(part).toBeVisible();
  const tops = await Promise.all(inOrder.map(async (part) => (await part.boundingBox())?.y ?? 0));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await expectAccessible(page);
  await takeShots(page, 'overview-phone');
  await page.getByRole('combobox', { name: 'Period of the money' }).click();
  await page.getByText('This month', { exact: true }).click();
  await expect(page).toHaveURL(/period=month/);
});

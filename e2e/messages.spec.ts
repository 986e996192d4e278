import { expect, expectAccessible, logIn, openOther, test } from './fixtures';

test('fan and creator write to each other, live, with read marks and a deleted message', async ({
  page,
  browser,
  baseURL,
}) => {
  const said = `Is the madder dry yet? ${Date.now()}`;
  const answered = `Nearly. Tomorrow. ${Date.now()}`;
  await logIn(page, 'fan@demo.test');
  await page.goto('/demo-creator');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Message/ })
    .click();
  await page.waitForURL(/\/messages\/[0-9a-f]{24}/);
  await expect(page.getByRole('log')).toBeVisible();
  await expectAccessible(page);

  const creator = await openOther(browser, baseURL);
  await logIn(creator.page, 'creator@demo.test');
  await creator.page.goto(new URL(page.url()).pathname);
  await expect(creator.page.getByRole('log')).toBeVisible();

  await page.getByLabel(/^Message to/).fill(said);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log').getByText(said)).toBeVisible();
  await expect(creator.page.getByRole('log').getByText(said)).toBeVisible();

  await creator.page.getByLabel(/^Message to/).fill(answered);
  await creator.page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log').getByText(answered)).toBeVisible();

  const mine = page.locator('[data-message]', { hasText: said });
  await mine.hover();
  await mine.getByRole('button', { name: 'More: delete' }).click();
  await page.getByRole('menuitem', { name: 'Delete for both of you' }).click();
  await expect(page.getByRole('log').getByText(said)).toBeHidden();
  await expect(creator.page.getByRole('log').getByText(said)).toBeHidden();
  await expect(creator.page.getByText('Message deleted').last()).toBeVisible();
  await creator.close();
});

import type { Page } from '@playwright/test';
import { pickFiles, record } from '../recordings';
import { expect, openOther, test, type } from './fixtures';
import { enterAs } from './mock';

const log = (page: Page) => page.getByRole('log');
const said = (page: Page, text: string) => log(page).getByText(text, { exact: true });

async function write(page: Page, text: string): Promise<void> {
  await type(page.getByLabel(/^Message to/), text);
  await page.getByRole('button', { name: 'Send' }).click();
}

async function openFromList(page: Page, name: string): Promise<void> {
  await page.goto('/messages');
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: new RegExp(name) })
    .click();
  await expect(log(page)).toBeVisible();
}

test('a fan reads and writes messages, and receives a reply immediately', async ({
  page,
  context,
  baseURL,
  mock,
  browser,
}) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await mock.control('/subscriptions', { fanId: fan._id, creatorId: creator._id });
  await mock.control('/messages', { from: creator._id, to: fan._id, text: 'Good morning' });
  await enterAs(context, baseURL, fan);
  await page.goto('/messages');
  const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /Mira Okafor/ });
  await expect(row).toHaveText(/1 unread/);
  await expect(row).toContainText('Good morning');
  await openFromList(page, 'Mira Okafor');
  await expect(said(page, 'Good morning')).toBeVisible();
  const other = await openOther(browser, baseURL);
  for (const status of [403, 404]) other.expectRefusal(status, mock.url);
  await enterAs(other.page.context(), baseURL, creator);
  await openFromList(other.page, 'Robin Vale');
  await write(page, 'Is the madder dry yet?');
  await expect(said(other.page, 'Is the madder dry yet?')).toBeVisible();
  await write(other.page, 'Nearly');
  await expect(said(page, 'Nearly')).toBeVisible();
  await expect(page.getByText('Somebody who left')).toHaveCount(0);
  await other.close();
  const { messages } = await mock.readBooks(fan);
  expect(messages.map(({ text }) => text)).toEqual(['Is the madder dry yet?']);
});

test('a photo is sent, shown, and named in the list of conversations', async ({ page, context, baseURL, mock }) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await mock.control('/subscriptions', { fanId: fan._id, creatorId: creator._id });
  await mock.control('/messages', { from: creator._id, to: fan._id, text: 'Show me' });
  await enterAs(context, baseURL, fan);
  await openFromList(page, 'Mira Okafor');
  await pickFiles(page.locator('input[type=file]').first(), await record('red.png'));
  await expect(page.getByText('Ready')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(log(page).getByRole('button', { name: /^Open picture/ })).toBeVisible();
  await expect.poll(async () => (await mock.readBooks(fan)).messages.length).toBe(1);
  await page.goto('/messages');
  const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /Mira Okafor/ });
  await expect(row).not.toContainText('No messages yet');
  await expect(row).toContainText('Photo or file');
});

test('a message is deleted', async ({ page, context, baseURL, mock }) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await mock.control('/subscriptions', { fanId: fan._id, creatorId: creator._id });
  await mock.control('/messages', { from: fan._id, to: creator._id, text: 'Written too soon' });
  await enterAs(context, baseURL, fan);
  await openFromList(page, 'Mira Okafor');
  const mine = page.locator('[data-message]', { hasText: 'too soon' });
  await (page.viewportSize()?.width === 360 ? said(page, 'Written too soon').tap() : mine.hover());
  await mine.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete for both' }).click();
  await expect(said(page, 'Written too soon')).toHaveCount(0);
  await expect.poll(async () => (await mock.readBooks(fan)).messages.length).toBe(0);
});

test('a paid message is bought from the wallet, if the backend has paid messages', async ({
  page,
  context,
  baseURL,
  mock,
  profile,
}) => {
  const [fan, creator] = [await mock.makeFan({ balance: 150.5 }), await mock.makeCreator()];
  await mock.control('/subscriptions', { fanId: fan._id, creatorId: creator._id });
  await mock.control('/messages', { from: creator._id, to: fan._id, text: 'Just for you', isSale: true, price: 5 });
  await enterAs(context, baseURL, fan);
  await openFromList(page, 'Mira Okafor');
  if (!profile.hasPaidMessages) return expect(said(page, 'Just for you')).toBeVisible();
  const locked = log(page).getByRole('region', { name: /^Locked/ });
  await locked.getByRole('button', { name: 'Unlock for $5.00' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock for $5.00' }).click();
  await expect(log(page).getByText(/^Unlocked for \$5\.00/)).toBeVisible();
  expect((await mock.readBooks(fan)).balance).toBe(145.5);
});

test('people are found in the list of conversations', async ({ page, context, baseURL, mock }) => {
  const fan = await mock.makeFan();
  for (const name of ['Mira Okafor', 'Jonas Reed']) {
    const creator = await mock.makeCreator({ name });
    await mock.control('/messages', { from: creator._id, to: fan._id, text: `This is ${name}` });
  }
  await enterAs(context, baseURL, fan);
  await page.goto('/messages');
  await type(page.getByRole('searchbox').first(), 'Jonas');
  await expect(page.getByRole('link', { name: /Jonas Reed/ }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Mira Okafor/ })).toHaveCount(0);
});

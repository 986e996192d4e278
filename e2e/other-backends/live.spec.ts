import type { Page } from '@playwright/test';
import { takeShots } from '../shots';
import { expectAccessible } from '../fixtures';
import { expect, openOther, test, type } from './fixtures';
import { enterAs } from './mock';

interface MadeShow {
  _id: string;
  conversationId: string;
}

const log = (page: Page) => page.getByRole('log', { name: 'Chat messages' });

async function write(page: Page, text: string): Promise<void> {
  await type(page.getByLabel('Say something'), text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test('a subscriber watches, chats and tips until the host leaves', async ({
  page,
  context,
  baseURL,
  mock,
  browser,
  expectRefused,
}) => {
  const [fan, creator] = [await mock.makeFan({ balance: 50 }), await mock.makeCreator()];
  const other = await mock.makeFan({ name: 'Omar Vale' });
  for (const { _id: fanId } of [fan, other]) await mock.control('/subscriptions', { fanId, creatorId: creator._id });
  // Tests for other screen sizes run shows on the same backend.
  const title = `Loops by ${creator.username}`;
  const show = (await mock.control('/shows', { creatorId: creator._id, title })) as MadeShow;
  await mock.control('/shows/say', { ...show, from: creator._id, text: 'Welcome in' });
  // No streaming service is configured in this backend.
  expectRefused(400, '/streaming/agora/token');

  await enterAs(context, baseURL, fan);
  await page.goto('/streaming');
  await expect(page.getByRole('heading', { name: 'Live now' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(log(page).getByText('Welcome in')).toBeVisible();
  await expect(page.getByText('The picture can’t be shown here')).toBeVisible();

  const second = await openOther(browser, baseURL);
  for (const status of [400, 403, 404]) second.expectRefusal(status, mock.url);
  await enterAs(second.page.context(), baseURL, other);
  await second.page.goto(`/streaming/${creator.username}`);
  await expect(log(second.page).getByText('Welcome in')).toBeVisible();
  await write(page, 'Is this all one cello?');
  await expect(log(second.page).getByText('Is this all one cello?')).toBeVisible();
  await expect(log(page).getByText('Is this all one cello?')).toHaveCount(1);
  await write(second.page, 'Five layers');
  await expect(log(page).getByText('Five layers')).toBeVisible();
  await expect(page.getByText('2 viewers')).toBeAttached();

  await page.getByRole('button', { name: 'Tip', exact: true }).click();
  await page.getByRole('button', { name: /^Send \$/ }).click();
  await expect(page.getByText(/You tipped Mira Okafor/)).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(log(second.page).getByText(/tipped \$/)).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'room-family');

  await second.close();
  await expect(log(page).getByText('Omar Vale has left this room')).toBeVisible();
  await mock.control('/shows/say', { ...show, from: creator._id, text: 'Last one' });
  await expect(log(page).getByText('Last one')).toBeVisible();
  await mock.control('/shows/end', { ...show });
  await expect(page.getByRole('heading', { name: 'The show has ended' })).toBeVisible();
  await mock.control('/shows', { creatorId: creator._id, title: 'And again' });
  await expect(page.getByRole('heading', { name: 'And again', level: 1 })).toBeVisible();
});

test('a ticket for a show is bought from the wallet', async ({ page, context, baseURL, mock, expectRefused }) => {
  const [fan, creator] = [await mock.makeFan({ balance: 50 }), await mock.makeCreator()];
  await mock.control('/subscriptions', { fanId: fan._id, creatorId: creator._id });
  await mock.control('/shows', { creatorId: creator._id, title: 'Sunday loops', isFree: false, price: 5 });
  expectRefused(400, '/streaming/agora/token');
  await enterAs(context, baseURL, fan);
  await page.goto(`/streaming/${creator.username}`);
  await page.getByRole('button', { name: 'Buy ticket for $5.00' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Buy ticket for $5.00' }).click();
  await page.getByRole('button', { name: 'Watch' }).click();
  await expect(log(page)).toBeVisible();
  await expect.poll(async () => (await mock.readBooks(fan)).balance).toBe(45);
});

test('a viewer without access is told how to get it', async ({ page, context, baseURL, mock, expectRefused }) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  expectRefused(404, '/streaming/join');
  expectRefused(403, '/streaming/join');
  await page.goto(`/streaming/${creator.username}`);
  await expect(page.getByRole('heading', { name: 'Log in to watch' })).toBeVisible();
  await enterAs(context, baseURL, fan);
  await page.goto(`/streaming/${creator.username}`);
  await expect(page.getByRole('heading', { name: /isn’t live right now/ })).toBeVisible();
  await mock.control('/shows', { creatorId: creator._id });
  await expect(page.getByRole('heading', { name: 'This show is for subscribers' })).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'room-subscribers');
});

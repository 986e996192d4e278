import { enter, makeCreator, makeFan } from './accounts';
import { expect, test, type } from './fixtures';
import { ask } from './payments';
import { takeShots } from './shots';
import { fillByCard, startStripeSite, type StripeSite } from './stripe-site';

/** A site in yen, which has no minor unit. Server-rendered and hydrated pages must agree. ADR 59. */

let site: StripeSite;
test.beforeAll(async () => {
  site = await startStripeSite({ CURRENCY: 'JPY' });
});
test.afterAll(() => site.stop());

const fetchPage = async (path: string) => (await fetch(`${site.url}${path}`)).text();

test('all amounts are in yen: in server-rendered pages, after hydration, in fields and at the gateway', async ({
  page,
  context,
  request,
}) => {
  const creator = await makeCreator(request, 'Mara Quill', site);
  const { _id: id } = await ask<{ _id: string }>(request, creator, 'GET', '/performers/me');
  await ask(request, creator, 'PUT', `/performers/${id}`, { monthlyPrice: '980', yearlyPrice: '9800' });
  const post = { type: 'text', title: 'Glaze notes', text: 'Cobalt, and patience.', isSale: true, status: 'active' };
  const { _id: postId } = await ask<{ _id: string }>(request, creator, 'POST', '/performer/feeds', {
    ...post,
    price: 500,
  });

  for (const path of ['/', `/${creator.username}`, `/post/${postId}`]) {
    const html = await fetchPage(path);
    expect(html).toContain('¥');
    expect(html).not.toMatch(/\$\d/);
  }
  const html = await fetchPage(`/post/${postId}`);
  expect(html).toContain('"price":"500","priceCurrency":"JPY"');
  expect(html).toContain('property="product:price:currency" content="JPY"');

  const fan = await makeFan(request, 'Ada Fenn', site);
  await fillByCard(request, fan, 3_000);
  expect(site.double.state.list('payment_intent').at(-1)).toMatchObject({ amount: 3_000, currency: 'jpy' });
  await enter(context, site.url, fan.token);
  await page.goto(`${site.url}/post/${postId}`);
  await takeShots(page, 'yen-post');
  await page.getByRole('button', { name: 'Unlock for ¥500' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Unlock for ¥500|Pay ¥500/ })
    .click();
  await expect(page.getByText('Cobalt, and patience.')).toBeVisible();
  await page.goto(`${site.url}/wallet`);
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('Balance, Japanese yen');
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('¥2,500');
  await takeShots(page, 'yen-wallet');

  await page.goto(`${site.url}/${creator.username}`);
  await page.getByRole('button', { name: 'Send a tip' }).first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('¥500', { exact: true })).toBeVisible();
  const field = sheet.getByLabel('Or your own amount');
  await type(field, '599.50');
  await expect(sheet.getByText('Choose an amount from ¥300 to ¥40,000.')).toBeVisible();
  await type(field, '600');
  await expect(sheet.getByRole('button', { name: /¥600/ })).toBeEnabled();
  await takeShots(page, 'yen-tip');
});

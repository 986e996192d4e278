import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { apiUrl, enter, makeFan } from './accounts';
import { dataDir } from './data-dir';
import { expect, test, type } from './fixtures';
import { startOtherSite, type OtherSite } from './scripted-backend';
import { saveNewCard, getSheet } from './payments';
import { waitForHydration } from './hydration';

/** A published test number that no other test of this run uses. */
const number = '5200828282828210';
const spellings = [number, '5200 8282 8282 8210', '5200%208282%208282%208210', '5200+8282+8282+8210', '8282828210'];
const holds = (text: string) => spellings.some((spelling) => text.includes(spelling));

function watchNumber(context: BrowserContext) {
  const requests: Request[] = [];
  context.on('request', (request) => void requests.push(request));
  return async () => {
    const found = { addresses: [] as string[], headers: [] as string[], bodies: [] as string[] };
    for (const request of requests) {
      const name = `${request.method()} ${request.url()}`;
      if (holds(request.url())) found.addresses.push(name);
      if (holds(JSON.stringify(await request.allHeaders()))) found.headers.push(name);
      if (holds(request.postData() ?? '')) found.bodies.push(name);
    }
    expect(requests.length).toBeGreaterThan(5);
    return found;
  };
}

async function filesWithNumber(): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true });
  const found: string[] = [];
  for (const name of names) {
    const file = path.join(dataDir, name);
    // A running database creates and deletes files meanwhile.
    const size = await stat(file).then(
      (one) => (one.isFile() ? one.size : 0),
      () => 0,
    );
    if (size === 0 || size > 64 * 1024 * 1024) continue;
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    if (content.includes(number)) found.push(name);
  }
  return found;
}

test('F-7: the sandbox receives a card number in one request body and nowhere else', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  await enter(context, baseURL, (await makeFan(request)).token);
  const read = watchNumber(context);
  await page.goto('/user/cards');
  await page.getByRole('button', { name: 'Add a card' }).click();
  await saveNewCard(page, number);
  await expect(page.getByRole('listitem').filter({ hasText: 'Mastercard ending 8210' })).toBeVisible();
  await page.goto('/wallet');
  await expect(page.getByRole('button', { name: 'Top up' })).toBeVisible();
  expect(await read()).toEqual({ addresses: [], headers: [], bodies: [`POST ${apiUrl}/sandbox/card-token`] });
  expect(await filesWithNumber()).toEqual([]);
});

test('F-7: the sandbox does not accept a card number in the URL', async ({ request }) => {
  const params = { number, exp: '12/34', cvc: '123' };
  const reply = await request.get(`${apiUrl}/sandbox/card-token`, { params });
  expect(reply.status()).toBe(404);
  expect(holds(await reply.text())).toBe(false);
});

test.describe('with a backend without a sandbox', () => {
  let site: OtherSite;
  test.afterEach(() => site.stop());

  const card = {
    _id: 'c'.repeat(24),
    token: 'tok_1',
    brand: 'Mastercard',
    last4Digits: '8210',
    month: '12',
    year: '2034',
    paymentGateway: 'stripe',
  };
  const getPage = async (context: BrowserContext): Promise<Page> => {
    await enter(context, site.url, 'a-token');
    return context.newPage();
  };
  const getSeen = () =>
    site.seen.filter((one) => holds(JSON.stringify(one))).map(({ method, url }) => ({ method, url }));

  test('F-7: without configuration there is no card form, and payers are sent to the gateway', async ({ context }) => {
    site = await startOtherSite({
      settings: { siteName: 'Elsewhere' },
      replies: {
        'POST /payment/wallet/top-up': () => ({ paymentUrl: `${site.backendUrl}/gateway` }),
      },
    });
    const page = await getPage(context);
    await page.goto(`${site.url}/user/cards`);
    await expect(page.getByText('You’ll enter your card on the payment provider’s page.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a card' })).toHaveCount(0);
    await page.goto(`${site.url}/wallet`);
    await page.getByRole('button', { name: 'Top up' }).click();
    const sheet = getSheet(page);
    await expect(sheet.getByText('You’ll enter your card on the payment provider’s page.')).toBeVisible();
    await expect(sheet.getByLabel('Card number')).toHaveCount(0);
    await sheet.getByRole('button', { name: /^Top up for/ }).click();
    await expect(page.getByRole('heading', { name: 'The gateway' })).toBeVisible();
    const paid = site.seen.filter(({ method, url }) => method === 'POST' && url.startsWith('/payment/'));
    expect(paid).toHaveLength(1);
    expect(paid[0]?.body).not.toContain('cardId');
  });

  test('F-7: only the service that the operator configured receives the number', async ({ context }) => {
    const service = await startService();
    site = await startOtherSite({ settings: { siteName: 'Elsewhere' }, replies: { 'POST /payment-cards': () => card } }, () => ({
      CARD_TOKEN_URL: service.url,
    })); // prettier-ignore
    const page = await getPage(context);
    const read = watchNumber(context);
    await page.goto(`${site.url}/user/cards`);
    await page.getByRole('button', { name: 'Add a card' }).click();
    await saveNewCard(page, number);
    await expect(page.getByText('Mastercard ending 8210')).toBeVisible();
    const { addresses, headers, bodies } = await read();
    expect([addresses.length, headers, bodies]).toEqual([1, [], []]);
    expect(addresses[0]).toContain(service.url);
    expect(service.asked()).toBe(1);
    await service.stop();
    expect(getSeen()).toEqual([]);
    expect(holds(site.log())).toBe(false);
  });

  test('F-7: with Stripe the number is typed into Stripe’s field, and a token is saved', async ({ context }) => {
    site = await startOtherSite({
      settings: { siteName: 'Elsewhere', stripePublishableKey: 'pk_test_1', paymentGateway: 'stripe' },
      replies: { 'POST /payment-cards': () => card },
    });
    let loads = 0;
    await context.route('https://js.stripe.com/**', (route) => {
      loads += 1;
      return route.fulfill({ contentType: 'text/javascript', body: stripeDouble });
    });
    const page = await getPage(context);
    const read = watchNumber(context);
    await page.goto(`${site.url}/wallet`);
    await page.goto(`${site.url}/user/cards`);
    const button = page.getByRole('button', { name: 'Add a card' });
    await expect(button).toBeVisible();
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
    expect(loads).toBe(0);
    await button.click();
    const sheet = getSheet(page);
    await type(sheet.getByLabel('Number at Stripe'), number);
    await type(sheet.getByLabel('Name on the card'), 'Noa Bright');
    await sheet.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByText('Mastercard ending 8210')).toBeVisible();
    expect(loads).toBe(1);
    expect(await read()).toEqual({ addresses: [], headers: [], bodies: [] });
    const saved = site.seen.find(({ method, url }) => method === 'POST' && url === '/payment-cards');
    expect(JSON.parse(saved?.body ?? '{}')).toMatchObject({ token: 'tok_stripe', last4Digits: '8210', month: '12' });
    expect(getSeen()).toEqual([]);
    expect(holds(site.log())).toBe(false);
  });
});

/** Replaces js.stripe.com: a field that keeps what is typed, and a token in exchange. */
const stripeDouble = `window.Stripe = () => ({
  _registerWrapper() {},
  elements: () => ({
    create: () => {
      const input = document.createElement('input');
      input.setAttribute('aria-label', 'Number at Stripe');
      return { on() {}, mount: (host) => host.append(input), destroy: () => input.remove() };
    },
  }),
  createToken: async () => ({
    token: { id: 'tok_stripe', card: { brand: 'Mastercard', last4: '8210', exp_month: 12, exp_year: 2034 } },
  }),
});`;

/** A tokenization service as specified: it receives the number in a GET request. */
async function startService() {
  let asked = 0;
  const server = createServer((request, response) => {
    if (holds(request.url ?? '')) asked += 1;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ token: 'tok_service', brand: 'Mastercard', last4: '8210' }));
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://localhost:${port}/token`,
    asked: () => asked,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

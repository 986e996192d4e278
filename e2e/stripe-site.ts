import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { APIRequestContext, BrowserContext, Page, Request } from '@playwright/test';
import { findFreePort, startApi, startServer } from '../tests/harness/api-process';
import { postTo, startStripeDouble, type StripeDouble } from '../tests/stripe-double/stripe-double';
import { makeCreator, type LogIn } from './accounts';
import { expect, type } from './fixtures';
import { runAdmin, type Admin } from './operator';
import { ask, getSheet } from './payments';

/** Nothing but the API may know these. */
export const secrets = {
  STRIPE_SECRET_KEY: 'sk_test_51QuietLantern',
  STRIPE_WEBHOOK_SECRET: 'whsec_QuietLanternPlatform',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_QuietLanternConnect',
};

export interface StripeSite {
  url: string;
  apiUrl: string;
  dataDir: string;
  double: StripeDouble;
  admin: Admin;
  /** Log-in of the owner. */
  operator: LogIn;
  log(): string;
  stop(): Promise<void>;
}

/** Starts the built site with an empty database. @param settings additional settings of the API */
export async function startStripeSite(settings: Record<string, string> = {}): Promise<StripeSite> {
  const double = await startStripeDouble();
  const [webPort, apiPort] = [String(await findFreePort()), String(await findFreePort())];
  const [url, apiUrl] = [`http://localhost:${webPort}`, `http://localhost:${apiPort}`];
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stripe-site-'));
  const env = {
    PORT: webPort,
    API_PORT: apiPort,
    DATA_DIR: dataDir,
    ...secrets,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_51QuietLantern',
    STRIPE_API_URL: double.url,
    LOG_LEVEL: 'info',
    ...settings,
  };
  const api = await startApi(env);
  const web = await startServer({
    args: ['node_modules/next/dist/bin/next', 'start', '-p', webPort],
    env: { PORT: webPort, API_PORT: apiPort },
    url,
    readyPath: '/robots.txt',
    patienceMs: 60_000,
  });
  double.endpoints.push(
    { secret: secrets.STRIPE_WEBHOOK_SECRET, post: postTo(`${api.url}/webhooks/stripe`) },
    {
      secret: secrets.STRIPE_CONNECT_WEBHOOK_SECRET,
      isConnect: true,
      post: postTo(`${api.url}/webhooks/stripe/connect`),
    },
  );
  const siteEnv = { ...env, WEB_PUBLIC_URL: url };
  const operator = await addOwner(apiUrl, siteEnv);
  return {
    url,
    apiUrl,
    dataDir,
    double,
    admin: (...words) => runAdmin([...words, '--as', operator.username], siteEnv),
    operator,
    log: () => api.log() + web.log(),
    async stop() {
      await Promise.all([web.stop(), api.stop()]);
      await double.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function addOwner(apiUrl: string, env: Record<string, string>): Promise<LogIn> {
  const operator = { username: 'operator@example.test', password: 'a few words in a row' };
  const account = {
    name: 'Ona Keeper',
    username: 'onakeeper',
    email: operator.username,
    password: operator.password,
    isOfAge: true,
  };
  const reply = await fetch(`${apiUrl}/auth/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  expect(reply.status).toBe(200);
  await runAdmin(['operator', operator.username], env);
  return operator;
}

const stripeOrigin = 'https://js.stripe.com';

export async function serveStripePages(context: BrowserContext, { double }: StripeSite): Promise<void> {
  await context.route(`${stripeOrigin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const isScript = pathname.endsWith('/stripe.js');
    const url = `${double.url}${isScript ? '/double/v3' : `${pathname}${search}`}`;
    await route.fulfill({ response: await route.fetch({ url }) });
  });
}

export async function makeSeller(request: APIRequestContext, site: StripeSite, price: number) {
  const creator = await makeCreator(request, 'Mara Quill', site);
  const { _id: id } = await ask<{ _id: string }>(request, creator, 'GET', '/performers/me');
  await ask(request, creator, 'PUT', `/performers/${id}`, { monthlyPrice: '9', yearlyPrice: '90' });
  const { _id: postId } = await ask<{ _id: string }>(request, creator, 'POST', '/performer/feeds', {
    type: 'text',
    title: 'Glaze notes',
    text: 'Cobalt, and patience.',
    isSale: true,
    price,
    status: 'active',
  });
  return { ...creator, postId };
}

/** Expiry date and security code that appear nowhere else, so that leaks can be detected. */
const typedCard = { exp: '11/37', cvc: '739', name: 'Noa Bright' };

export async function typeStripeCard(page: Page, number: string): Promise<void> {
  const sheet = getSheet(page);
  const frame = sheet.frameLocator('iframe[title="Secure card payment input frame"]');
  await type(frame.getByLabel('Card number'), number);
  await type(frame.getByLabel('Expiry date'), typedCard.exp);
  await type(frame.getByLabel('Security code'), typedCard.cvc);
  await type(sheet.getByLabel('Name on the card'), typedCard.name);
}

export const answerBank = (page: Page, answer: 'Approve' | 'Refuse') =>
  page.frameLocator('iframe[title="Bank"]').getByRole('button', { name: answer }).click();

export const getExpress = (page: Page) => getSheet(page).frameLocator('iframe[title="Secure express checkout frame"]');

export async function fillByCard(request: APIRequestContext, fan: { token: string; apiUrl: string }, amount: number) {
  const card = { token: 'tok_visa', brand: 'Visa', last4Digits: '4242', month: '12', year: '2040' };
  const { token: cardId } = await ask<{ token: string }>(request, fan, 'POST', '/payment-cards', {
    ...card,
    holderName: 'Noa Bright',
    paymentGateway: 'stripe',
  });
  await ask(request, fan, 'POST', '/payment/wallet/top-up', { amount, cardId });
}

/** True if the text contains the number in any notation, or code or expiry as typed. */
function tellsCard(text: string, number: string): boolean {
  const digits = text.replaceAll(/(?<=\d)(?:%20|[\s+-])(?=\d)/g, '');
  const isTyped = ['11/37', '11%2F37', '1137', typedCard.cvc].some((typed) =>
    new RegExp(`(?<![\\w.-])${typed}(?![\\w.-])`).test(text),
  );
  return isTyped || digits.includes(number) || digits.includes(number.slice(0, 12));
}

/** Records the requests of all pages and frames. @returns a check to call at the end of the test */
export function watchCard(context: BrowserContext, site: StripeSite) {
  const requests: Request[] = [];
  context.on('request', (request) => void requests.push(request));
  return async (number: string): Promise<void> => {
    const isForStripe = (request: Request) =>
      request.url().startsWith(stripeOrigin) || request.url().startsWith(site.double.url);
    const toStripe = requests.filter(isForStripe);
    // Proves that the check is able to find a number.
    expect(toStripe.some((request) => tellsCard(request.postData() ?? '', number))).toBe(true);
    const telling = requests.filter((request) => !isForStripe(request) && tellsCard(writeOut(request), number));
    expect(telling.map((request) => `${request.method()} ${request.url()}`)).toEqual([]);
    expect(tellsCard(site.log(), number)).toBe(false);
    expect(await listFilesWith(site.dataDir, number)).toEqual([]);
  };
}

const writeOut = (request: Request) => `${request.url()}\n${request.postData() ?? ''}`;

async function listFilesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name);
    const isFile = await stat(file).then(
      (one) => one.isFile(),
      () => false,
    );
    const content = isFile ? await readFile(file).catch(() => Buffer.alloc(0)) : Buffer.alloc(0);
    if (content.includes(text)) found.push(name);
  }
  return found;
}

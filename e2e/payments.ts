import { randomUUID } from 'node:crypto';
import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test';
import { apiUrl, enter, makeFan } from './accounts';
import { expect, type } from './fixtures';

interface Caller {
  token: string;
  apiUrl?: string;
}

/** Makes a call that must succeed, with a new idempotency key. @returns the `data` of the response */
export async function ask<Data>(
  request: APIRequestContext,
  { token, apiUrl: url = apiUrl }: Caller,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: object,
): Promise<Data> {
  const headers = { Authorization: token, 'Idempotency-Key': randomUUID() };
  const reply = await request.fetch(`${url}${path}`, { method, headers, ...(data && { data }) });
  const body = (await reply.json()) as { data: Data };
  expect(reply.ok(), `${method} ${path} answers ${JSON.stringify(body)}`).toBe(true);
  return body.data;
}

export const testCards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  /** Requires bank authentication for every payment. */
  asks: '4000002760003184',
  /** Can be saved, but every charge is declined. */
  declined: '4000000000000341',
};

export async function saveCard(request: APIRequestContext, fan: Caller, number = testCards.visa): Promise<string> {
  const data = { number, exp: '12/34', cvc: '123' };
  const tokenized = await request.post(`${apiUrl}/sandbox/card-token`, { data });
  const { token, brand, last4 } = (await tokenized.json()) as { token: string; brand: string; last4: string };
  const { token: cardId } = await ask<{ token: string }>(request, fan, 'POST', '/payment-cards', {
    token,
    brand,
    last4Digits: last4,
    month: '12',
    year: '2034',
    holderName: 'Noa Bright',
    paymentGateway: 'stripe',
  });
  return cardId;
}

async function findDefaultCard(request: APIRequestContext, fan: Caller): Promise<string | undefined> {
  const { data } = await ask<{ data: { token: string }[] }>(request, fan, 'GET', '/payment-cards');
  return data[0]?.token;
}

export async function fillWallet(request: APIRequestContext, fan: Caller, amount: number): Promise<void> {
  const cardId = await findDefaultCard(request, fan);
  await ask(request, fan, 'POST', '/payment/wallet/top-up', { amount, cardId });
}

interface Visit {
  context: BrowserContext;
  baseURL: string | undefined;
  request: APIRequestContext;
}

/** Logs in as a new fan with money in the wallet and a saved card, or with none if `card` is null. */
export async function enterAsPayer(
  { context, baseURL, request }: Visit,
  { name, card = testCards.visa, dollars = 0 }: { name?: string; card?: string | null; dollars?: number } = {},
) {
  const fan = await makeFan(request, name);
  if (card !== null) await saveCard(request, fan, card);
  if (dollars > 0) await fillWallet(request, fan, dollars);
  await enter(context, baseURL, fan.token);
  return fan;
}

export async function findCreator(request: APIRequestContext, fan: Caller, username: string) {
  return ask<{ _id: string; name: string }>(request, fan, 'GET', `/performers/${username}`);
}

export async function subscribe(
  request: APIRequestContext,
  fan: Caller,
  username: string,
  type: 'monthly' | 'yearly' | 'free' = 'monthly',
): Promise<void> {
  const { _id: performerId } = await findCreator(request, fan, username);
  await ask(request, fan, 'POST', '/payment/subscribe/performers', {
    performerId,
    type,
    cardId: await findDefaultCard(request, fan),
  });
}

interface WalletLine {
  kind: string;
  amount: number;
  balanceAfter: number;
}

export const readWallet = (request: APIRequestContext, fan: Caller) =>
  ask<{ data: WalletLine[]; total: number }>(request, fan, 'GET', '/wallet/statement?limit=200');

export const readPayments = (request: APIRequestContext, fan: Caller) =>
  ask<{ data: { status: string; totalPrice: number }[]; total: number }>(
    request,
    fan,
    'GET',
    '/payment/transactions/user/search?limit=50',
  );

export const getSheet = (page: Page): Locator => page.getByRole('dialog');

/** Types key by key, field after field, as users do. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await type(getSheet(page).getByLabel('Card number'), number);
  for (const text of ['1234', '123', 'Noa Bright']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
}

export async function saveNewCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await getSheet(page).getByRole('button', { name: 'Save card' }).click();
}

/** The prices are beside the posts; on phones they open in a dialog. */
export async function openPrices(page: Page): Promise<Locator> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 1000;
  if (!isPhone) return page.getByRole('complementary', { name: 'Subscription' });
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  return getSheet(page);
}

export async function choosePlan(page: Page, plan: RegExp, button: string): Promise<Locator> {
  const prices = await openPrices(page);
  await prices.getByRole('radio', { name: plan }).check();
  await prices.getByRole('button', { name: button }).click();
  const sheet = getSheet(page);
  await expect(sheet.getByRole('radiogroup', { name: 'Plan' })).toBeVisible();
  // On phones, waits until the dialog with the prices has closed.
  await expect(sheet).toHaveCount(1);
  return sheet;
}

export async function openTopUp(page: Page): Promise<Locator> {
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Top up' }).click();
  const sheet = getSheet(page);
  await expect(sheet.getByLabel('Or your own amount')).toBeVisible();
  return sheet;
}

export const getBalance = (page: Page): Locator => page.getByRole('region', { name: 'Balance' });

export const readSum = (text: string): number => Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, ''));

import { randomUUID } from 'node:crypto';
import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test';
import { apiUrl, enter, makeFan } from './accounts';
import { expect, type } from './fixtures';

/** Whoever calls: a fan made for a journey, or a creator. */
interface Caller {
  token: string;
  /** Where the account is, if not on the site of this run. */
  apiUrl?: string;
}

/** A call to the API that must succeed, with its own idempotency key. @returns the `data` of the reply. */
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

/** The sandbox's test cards. */
export const testCards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  /** The bank asks each time. */
  asks: '4000002760003184',
  /** Can be saved; every charge is declined. */
  declined: '4000000000000341',
};

/** Saves a test card as the card form would. @returns what payments take as `cardId`. */
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

/** The token of the card that is offered first. */
async function findDefaultCard(request: APIRequestContext, fan: Caller): Promise<string | undefined> {
  const { data } = await ask<{ data: { token: string }[] }>(request, fan, 'GET', '/payment-cards');
  return data[0]?.token;
}

/** Puts dollars into a wallet from the default card. */
export async function fillWallet(request: APIRequestContext, fan: Caller, amount: number): Promise<void> {
  const cardId = await findDefaultCard(request, fan);
  await ask(request, fan, 'POST', '/payment/wallet/top-up', { amount, cardId });
}

interface Visit {
  context: BrowserContext;
  baseURL: string | undefined;
  request: APIRequestContext;
}

/** Enters as a new fan with a saved card, `null` for none, and dollars in the wallet. */
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

/** Subscribes to a demo creator, from the default card where one is saved. */
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

/** The wallet as the ledger has it, newest line first. */
export const readWallet = (request: APIRequestContext, fan: Caller) =>
  ask<{ data: WalletLine[]; total: number }>(request, fan, 'GET', '/wallet/statement?limit=200');

/** Payments by card, newest first. */
export const readPayments = (request: APIRequestContext, fan: Caller) =>
  ask<{ data: { status: string; totalPrice: number }[]; total: number }>(
    request,
    fan,
    'GET',
    '/payment/transactions/user/search?limit=50',
  );

export const getSheet = (page: Page): Locator => page.getByRole('dialog');

/** Types a card into the sheet that is open, key by key and from field to field, as people do. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await type(getSheet(page).getByLabel('Card number'), number);
  for (const text of ['1234', '123', 'Noa Bright']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
}

/** The same where a card is only kept. */
export async function saveNewCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await getSheet(page).getByRole('button', { name: 'Save card' }).click();
}

/** The price panel of a profile: beside the posts, on phones in the sheet of the bar at the foot. */
export async function openPrices(page: Page): Promise<Locator> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 1000;
  if (!isPhone) return page.getByRole('complementary', { name: 'Subscription' });
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  return getSheet(page);
}

/** Chooses a plan on a creator's page, which opens the sheet that asks for the payment. */
export async function choosePlan(page: Page, plan: RegExp, button: string): Promise<Locator> {
  const prices = await openPrices(page);
  await prices.getByRole('radio', { name: plan }).check();
  await prices.getByRole('button', { name: button }).click();
  const sheet = getSheet(page);
  await expect(sheet.getByRole('radiogroup', { name: 'Plan' })).toBeVisible();
  // On phones the prices were a sheet, too, which slides away meanwhile.
  await expect(sheet).toHaveCount(1);
  return sheet;
}

/** Opens the top-up sheet of the wallet page. */
export async function openTopUp(page: Page): Promise<Locator> {
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Top up' }).click();
  const sheet = getSheet(page);
  await expect(sheet.getByLabel('Or your own amount')).toBeVisible();
  return sheet;
}

/** What the wallet page says it holds. */
export const getBalance = (page: Page): Locator => page.getByRole('region', { name: 'Balance' });

/** `−$12.50` as a number. */
export const readSum = (text: string): number => Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, ''));

import type { Locator, Page } from '@playwright/test';
import { apiUrl, postPath } from './accounts';
import { expect, test } from './fixtures';
import { choosePlan, enterAsPayer, openTopUp, getSheet, typeCard } from './payments';

const failures = {
  declined: { status: 400, error: 'CARD_DECLINED', message: 'Your card was declined.' },
  repriced: { status: 409, error: 'PRICE_CHANGED', message: 'The price changed since you opened this page.' },
  short: { status: 422, error: 'NOT_ENOUGH_BALANCE', message: 'You don’t have enough in your wallet.' },
  refused: { status: 403, error: 'FORBIDDEN', message: 'You may not do this.' },
  broken: { status: 500, error: 'INTERNAL', message: 'Something went wrong, please try again later' },
  lost: null,
} as const;
type FailureName = keyof typeof failures;

async function failWrites(page: Page, name: FailureName): Promise<() => Promise<void>> {
  const failure = failures[name];
  const isCall = (url: URL) => url.origin === apiUrl && !/socket\.io|card-token|page-failures/.test(url.pathname);
  await page.route(isCall, (route) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(route.request().method())) return route.fallback();
    if (failure === null) return route.abort('connectionfailed');
    const { status, ...body } = failure;
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({ status, headers, json: { statusCode: status, ...body } });
  });
  return () => page.unroute(isCall);
}

/** The result must be on screen, not covered at its center, and announced to screen readers. */
async function expectSeen(answer: Locator): Promise<void> {
  await expect(answer).toBeInViewport({ ratio: 0.99 });
  await expect
    .poll(() =>
      answer.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    )
    .toBe(true);
}

interface Case {
  open(): Promise<unknown>;
  button: string | RegExp;
  failures: FailureName[];
  /** True if the dialog asks before it discards what was typed. */
  isTyped?: boolean;
}

async function walk(page: Page, cases: Record<string, Case>): Promise<void> {
  for (const [name, { open, button, failures: names, isTyped }] of Object.entries(cases)) {
    for (const failure of names) {
      await test.step(`${name}, ${failure}`, async () => {
        await open();
        const sheet = getSheet(page);
        const restore = await failWrites(page, failure);
        await sheet.getByRole('button', { name: button }).last().click();
        await expectSeen(sheet.getByRole('alert').last());
        await expect(sheet.getByRole('button').last()).toBeInViewport();
        await restore();
        await page.keyboard.press('Escape');
        if (isTyped) await page.getByRole('button', { name: 'Discard' }).click();
        await expect(sheet).toHaveCount(0);
      });
    }
  }
}

test(
  'every payment dialog shows its result above the button',
  { tag: '@full' },
  async ({ page, context, baseURL, request, refusals }) => {
    for (const failure of Object.values(failures)) if (failure) refusals.expectRefusal(failure.status, apiUrl);
    refusals.expectLost(apiUrl);
    await enterAsPayer({ context, baseURL, request }, { card: null });
    const pay = /^(Send \$|Unlock for|Top up for|Subscribe for|Save card)/;
    const declinedCard = '4000000000000002';
    await walk(page, {
      'a new card for a subscription': {
        open: async () => {
          await page.goto('/miraokafor');
          await choosePlan(page, /Yearly/, 'Subscribe for $120.00');
          await typeCard(page, declinedCard);
        },
        button: pay,
        failures: ['declined', 'lost'],
        isTyped: true,
      },
      'a card to keep': {
        open: async () => {
          await page.goto('/user/cards');
          await page.getByRole('button', { name: 'Add a card' }).click();
          await typeCard(page, declinedCard);
        },
        button: pay,
        failures: ['declined', 'broken'],
        isTyped: true,
      },
    });
    await enterAsPayer({ context, baseURL, request }, { dollars: 30 });
    const locked = await postPath(request, 'storm-log');
    await walk(page, {
      subscribe: {
        open: async () => {
          await page.goto('/miraokafor');
          await choosePlan(page, /Yearly/, 'Subscribe for $120.00');
        },
        button: pay,
        failures: ['declined', 'repriced', 'lost'],
      },
      'top-up': { open: () => openTopUp(page), button: pay, failures: ['declined', 'broken'] },
      tip: {
        open: async () => {
          await page.goto('/beafontana');
          await page.getByRole('button', { name: 'Send a tip' }).first().click();
        },
        button: pay,
        failures: ['short', 'refused', 'lost'],
      },
      unlock: {
        open: async () => {
          await page.goto(locked);
          await page.getByRole('button', { name: 'Unlock for $2.50' }).click();
        },
        button: pay,
        failures: ['short', 'repriced', 'broken'],
      },
    });
  },
);

test('a dialog without payment shows its result above the button', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  for (const failure of Object.values(failures)) if (failure) refusals.expectRefusal(failure.status, apiUrl);
  refusals.expectLost(apiUrl);
  await enterAsPayer({ context, baseURL, request }, { card: null });
  const reported = await postPath(request, 'yellow-one');
  const all: FailureName[] = ['refused', 'lost'];
  await walk(page, {
    report: {
      open: async () => {
        await page.goto(reported);
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Report' }).click();
        await getSheet(page).getByLabel('It’s a scam or spam').check();
      },
      button: 'Send report',
      failures: all,
    },
  });
});

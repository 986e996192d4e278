import { readFile } from 'node:fs/promises';
import { apiUrl, demoToken, enter, makeCreator, makeFan, postPath } from './accounts';
import { expect, expectAccessible, fresh, logIn, openOther, test, type } from './fixtures';
import {
  ask,
  getBalance,
  choosePlan,
  enterAsPayer,
  fillWallet,
  findCreator,
  openTopUp,
  readPayments,
  readSum,
  readWallet,
  saveCard,
  getSheet,
  testCards,
  saveNewCard,
  typeCard,
} from './payments';
import { recordSocketJoins, waitForHydration } from './hydration';

test(
  'a new fan follows, subscribes with a new card, and sees posts that were locked',
  { tag: '@machines' },
  async ({ page, context, baseURL, request }) => {
    await enterAsPayer({ context, baseURL, request }, { card: null });
    await page.goto('/demo-creator');
    await page.getByRole('button', { name: 'Follow Noor Adeyemi' }).click();
    await expect(page.getByRole('button', { name: /Following Noor Adeyemi/ })).toBeVisible();
    const sheet = await choosePlan(page, /Monthly/, 'Subscribe for $8.50');
    await expectAccessible(page);
    const pay = sheet.getByRole('button', { name: 'Subscribe for $8.50' });
    await expect(pay).toBeInViewport({ ratio: 1 });
    await expect(sheet.getByRole('button', { name: 'Save card' })).toHaveCount(0);
    await typeCard(page, testCards.visa);
    await expect(pay).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await pay.click();
    await expect(sheet.getByText('You’re in')).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole('link', { name: 'Receipt for $8.50' }).click();
    await page.waitForURL('**/payment/receipt/*');
    await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
    await expect(page.getByText('Visa ending 4242')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ask for a refund' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/demo-creator');
    await expect(page.getByText('You are subscribed').first()).toBeAttached();
  },
);

test(
  'neither a click outside the payment dialog nor Back loses a typed card',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    await enterAsPayer({ context, baseURL, request }, { card: null });
    await page.goto('/creator?q=Okafor');
    await page
      .getByRole('link', { name: /Mira Okafor/ })
      .first()
      .click();
    await page.waitForURL('**/miraokafor');
    const sheet = await choosePlan(page, /Monthly/, 'Subscribe for $12.00');
    await typeCard(page, testCards.visa);
    const number = sheet.getByLabel('Card number');
    const typed = await number.inputValue();
    const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
    await page.mouse.click(4, 4);
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await expect(question).toHaveCount(0);
    await expect(number).toHaveValue(typed);
    await page.goBack();
    await expect(question).toBeVisible();
    await expect(page).toHaveURL(/\/miraokafor$/);
    await question.getByRole('button', { name: 'Keep writing' }).click();
    await expect(number).toHaveValue(typed);
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/creator?q=Okafor');
    await expect(sheet).toHaveCount(0);
  },
);

test('a declined card shows why and keeps the input, and another card pays', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  refusals.expectRefusal(400, '/payment/');
  const fan = await enterAsPayer({ context, baseURL, request }, { card: testCards.declined });
  await page.goto('/miraokafor');
  const sheet = await choosePlan(page, /Yearly/, 'Subscribe for $120.00');
  await sheet.getByRole('button', { name: 'Subscribe for $120.00' }).click();
  await expect(sheet.getByRole('heading', { name: 'Your card was declined' })).toBeVisible();
  await expect(sheet.getByText(/You were not charged/)).toBeVisible();
  await expect(sheet.getByText('Tried with Visa ending 0341.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Pay another way' }).click();
  await expect(sheet.getByRole('radio', { name: 'Yearly' })).toBeChecked();
  await sheet.getByRole('button', { name: 'Use another card' }).click();
  await typeCard(page, testCards.mastercard);
  await sheet.getByRole('button', { name: 'Subscribe for $120.00' }).click();
  await expect(sheet.getByText('You’re in')).toBeVisible();
  const { data } = await readPayments(request, fan);
  expect(data.map(({ status }) => status)).toEqual(['success', 'fail']);
  await page.goto('/user/payment-history');
  await page
    .getByRole('row', { name: /Declined/ })
    .getByRole('link')
    .click();
  await page.waitForURL('**/payment/cancel?transactionId=*');
  await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible();
  await expectAccessible(page);
});

test('bank authentication: declining it costs nothing, approving it pays once', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  refusals.expectRefusal(400, '/confirm');
  const fan = await enterAsPayer({ context, baseURL, request }, { card: testCards.asks });
  const sheet = await openTopUp(page);
  await sheet.getByRole('button', { name: 'Top up for $10.00' }).click();
  await expect(sheet.getByRole('heading', { name: 'Confirm with your bank' })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Refuse' }).click();
  await expect(sheet.getByText(/not charged/i)).toBeVisible();
  await sheet.getByRole('button', { name: 'Pay another way' }).click();
  await sheet.getByRole('button', { name: 'Top up for $10.00' }).click();
  await sheet.getByRole('button', { name: 'Approve $10.00' }).click();
  await expect(sheet.getByText('$10.00 was added to your wallet.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(getBalance(page)).toContainText('$10.00');
  expect((await readWallet(request, fan)).data).toMatchObject([{ kind: 'top_up', amount: 10, balanceAfter: 10 }]);
});

test('a payment dialog shows the same state after a reload', async ({ page, context, baseURL, request, refusals }) => {
  refusals.expectLost('/payment/wallet/top-up');
  const fan = await enterAsPayer({ context, baseURL, request });
  // The first payment reaches the server, but the page never gets the response.
  let isFirst = true;
  await page.route('**/payment/wallet/top-up', async (route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.continue();
    isFirst = false;
    await route.fetch();
    return undefined;
  });
  const sheet = await openTopUp(page);
  const reached = page.waitForRequest((call) => call.method() === 'POST' && call.url().endsWith('/top-up'));
  await sheet.getByRole('button', { name: 'Top up for $10.00' }).click();
  await reached;
  await expect.poll(async () => (await readWallet(request, fan)).total).toBe(1);
  await page.reload();
  await expect(sheet.getByText('$10.00 was added to your wallet.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(getBalance(page)).toContainText('$10.00');
  expect((await readPayments(request, fan)).total).toBe(1);

  await saveCard(request, fan, testCards.asks);
  await page.reload();
  await page.getByRole('button', { name: 'Top up' }).click();
  await sheet.getByRole('radio', { name: /3184/ }).check();
  await sheet.getByRole('button', { name: 'Top up for $10.00' }).click();
  await expect(sheet.getByRole('button', { name: 'Approve $10.00' })).toBeVisible();
  await page.reload();
  await sheet.getByRole('button', { name: 'Approve $10.00' }).click();
  await expect(sheet.getByText('$10.00 was added to your wallet.')).toBeVisible();
  await page.reload();
  await expect(getBalance(page)).toContainText('$20.00');
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  await expect(sheet).toBeHidden();
  expect((await readPayments(request, fan)).total).toBe(2);
});

test('M-18: a payment that never arrived is not sent again by polling, by closing its dialog or by a reload', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  refusals.expectLost('/payment/wallet/top-up');
  const fan = await enterAsPayer({ context, baseURL, request });
  let sent = 0;
  await page.route('**/payment/wallet/top-up', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    return sent === 1 ? route.abort('connectionreset') : route.continue();
  });
  const sheet = await openTopUp(page);
  await sheet.getByRole('button', { name: 'Top up for $10.00' }).click();
  const again = sheet.getByRole('button', { name: 'Try again for $10.00' });
  await expect(again).toBeVisible();
  await page.reload();
  await expect(again).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Top up' }).click();
  await expect(again).toBeVisible();
  expect([sent, (await readPayments(request, fan)).total]).toEqual([1, 0]);
  await again.click();
  await expect(sheet.getByText('$10.00 was added to your wallet.')).toBeVisible();
  expect([sent, (await readPayments(request, fan)).total]).toEqual([2, 1]);
});

test('ten quick clicks on a pay button charge once', async ({ page, context, baseURL, request }) => {
  const fan = await enterAsPayer({ context, baseURL, request }, { dollars: 50 });
  await page.goto('/beafontana');
  await page.getByRole('button', { name: 'Send a tip' }).first().click();
  const sheet = getSheet(page);
  const charges: string[] = [];
  page.on('request', (call) => {
    if (call.method() === 'POST' && call.url().includes('/wallet/charges/')) charges.push(call.url());
  });
  await sheet.getByRole('button', { name: 'Send $5.00' }).evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 10; press += 1) button.click();
  });
  await expect(sheet.getByText('You tipped Bea Fontana $5.00.')).toBeVisible();
  expect(charges).toHaveLength(1);
  expect((await readWallet(request, fan)).data).toMatchObject([{ amount: -5, balanceAfter: 45 }, { amount: 50 }]);
});

test('after a login in another tab, a payment is charged to the account that its tab shows, or not at all', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  const [ada, bo] = [await makeFan(request, 'Ada Before'), await makeFan(request, 'Bo After')];
  for (const fan of [ada, bo]) {
    await saveCard(request, fan);
    await fillWallet(request, fan, 20);
  }
  await enter(context, baseURL, ada.token);
  await page.goto('/beafontana');
  const sheet = getSheet(page);
  const openTip = () => page.getByRole('button', { name: 'Send a tip' }).first().click();
  await openTip();
  await expect(sheet).toContainText('$20.00');
  await enter(context, baseURL, bo.token);
  await sheet.getByRole('button', { name: 'Send $5.00' }).click();
  await expect(sheet.getByText('You tipped Bea Fontana $5.00.')).toBeVisible();
  await page.keyboard.press('Escape');
  await openTip();
  await expect(sheet).toContainText('$15.00');
  refusals.expectRefusal(401, apiUrl);
  await ask(request, ada, 'POST', '/auth/logout');
  const told = page.getByText('You logged in with another account in another tab.').waitFor();
  await sheet.getByRole('button', { name: 'Send $5.00' }).click();
  await told;
  expect((await readWallet(request, bo)).data).toMatchObject([{ amount: 20, balanceAfter: 20 }]);
});

test('a wallet accepts preset and custom amounts within limits; its entries add up on screen and in the CSV file', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const fan = await enterAsPayer({ context, baseURL, request });
  await page.goto('/wallet');
  await expect(page.getByText('No wallet activity yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Top up' }).click();
  const sheet = getSheet(page);
  await sheet.getByRole('button', { name: '$25', exact: true }).click();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Top up for $25.00' }).click();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(getBalance(page)).toContainText('$25.00');
  await page.getByRole('button', { name: 'Top up' }).click();
  const own = sheet.getByLabel('Or your own amount');
  for (const outside of ['9.99', '1000.01']) {
    await type(own, outside);
    await expect(sheet.getByRole('alert')).toHaveText('Choose an amount from $10.00 to $1,000.00.');
    await expect(sheet.getByRole('button', { name: 'Top up' })).toBeDisabled();
  }
  await type(own, '12.34');
  await sheet.getByRole('button', { name: 'Top up for $12.34' }).click();
  await sheet.getByRole('button', { name: 'Done' }).click();
  const { _id } = await findCreator(request, fan, 'beafontana');
  await ask(request, fan, 'POST', `/wallet/charges/tip/${_id}`, { price: 7.77 });

  await page.goto('/user/wallet-transaction');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(3);
  await expectAccessible(page);
  const { data: lines } = await readWallet(request, fan);
  const sums = lines.map(({ amount }) => amount);
  expect(sums).toEqual([-7.77, 12.34, 25]);
  for (const [index, { amount, balanceAfter }] of lines.entries()) {
    const cells = await rows.nth(index).getByRole('cell').allInnerTexts();
    const shown = cells.join(' ');
    expect(shown).toContain(`$${Math.abs(amount).toFixed(2)}`);
    expect(shown).toContain(`$${balanceAfter.toFixed(2)}`);
  }
  await page.getByRole('link', { name: /^Receipt: Tip/ }).click();
  await page.waitForURL('**/payment/receipt/*');
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await expect(page.getByText('Tip for Bea Fontana')).toBeVisible();
  await expectAccessible(page);
  const receipt = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await readFile(await (await receipt).path())).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await receipt).suggestedFilename()).toMatch(/^(receipt|invoice)-[\w-]+\.pdf$/);
  await page.goto('/wallet');
  const balance = lines[0]?.balanceAfter;
  expect(balance).toBeCloseTo(sums.reduce((total, sum) => total + sum, 0));
  await expect
    .poll(async () => readSum((await getBalance(page).innerText()).match(/\$[\d,.]+/)?.[0] ?? ''))
    .toBe(balance);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Wallet history' }).first().click();
  await page.waitForURL('**/user/wallet-transaction');
  await page.getByRole('button', { name: 'Money in' }).click();
  await page.waitForURL('**/user/wallet-transaction?flow=in');
  await expect(rows).toHaveCount(2);
  await type(page.getByLabel('Amount', { exact: true }), '25');
  await page.getByRole('button', { name: 'Find this amount' }).click();
  await expect(rows).toHaveCount(1);
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(rows).toHaveCount(3);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const saved = file.trim().split('\r\n').slice(1);
  expect(saved.map((row) => Number(row.split(',')[4]))).toEqual(sums);
});

test('a tip stays within its limits and reaches the creator immediately', async ({
  page,
  context,
  baseURL,
  request,
  browser,
}) => {
  const creator = await openOther(browser, baseURL);
  await logIn(creator.page, 'creator@demo.test');
  const untilListening = recordSocketJoins(creator.page);
  await creator.page.goto('/creator/earning');
  const pending = creator.page.getByRole('region', { name: 'Balances' });
  await expect(pending).toContainText('$');
  const before = await pending.innerText();
  await untilListening();
  // Other tests also send tips to this creator.
  const name = fresh('Noa ');
  await enterAsPayer({ context, baseURL, request }, { name, dollars: 20 });
  await page.goto('/demo-creator');
  await page.getByRole('button', { name: 'Send a tip' }).first().click();
  const sheet = getSheet(page);
  for (const outside of ['2.99', '400.01']) {
    await type(sheet.getByLabel('Or your own amount'), outside);
    await expect(sheet.getByRole('alert')).toHaveText('Choose an amount from $3.00 to $400.00.');
    await expect(sheet.getByRole('button', { name: 'Send a tip' })).toBeDisabled();
  }
  await expectAccessible(page);
  await type(sheet.getByLabel('Or your own amount'), '3.50');
  await sheet.getByRole('button', { name: 'Send $3.50' }).click();
  await expect(sheet.getByText('You tipped Noor Adeyemi $3.50.')).toBeVisible();
  await expect(pending).not.toHaveText(before, { useInnerText: true });
  await expect(creator.page.getByRole('row', { name: new RegExp(`Tip.*${name}.*\\$2\\.80`) })).toBeVisible();
  await creator.close();
});

test('an empty wallet is topped up while unlocking a post, which then opens on the same page', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const fan = await enterAsPayer({ context, baseURL, request }, { card: null });
  await page.goto('/inescalloway');
  const unlock = page.getByRole('button', { name: /^Unlock for \$/ }).first();
  await unlock.scrollIntoViewIfNeeded();
  await unlock.click();
  const sheet = getSheet(page);
  await sheet.getByRole('radio', { name: 'Wallet, $0.00' }).check();
  await expect(sheet.getByText(/You’re \$\d+\.\d\d short\./)).toBeVisible();
  await expectAccessible(page);
  await typeCard(page, testCards.mastercard);
  await sheet.getByRole('button', { name: /^Top up \$.* and unlock$/ }).click();
  await expect(sheet.getByText('Unlocked')).toBeVisible();
  await sheet.getByRole('button', { name: 'Open' }).click();
  await expect(sheet).toBeHidden();
  const opened = page.locator('article:focus');
  await expect(opened.getByRole('link', { name: 'Ines Calloway' })).toBeInViewport();
  await expect(opened).not.toContainText('Unlock for');
  await page.goto('/user/purchased-content');
  const bought = page.getByRole('article').first();
  await expect(bought).toContainText('Ines Calloway');
  await expectAccessible(page);
  await page.getByText('Receipts', { exact: true }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Ines Calloway');
  await expectAccessible(page);
  expect((await readWallet(request, fan)).data.map(({ kind }) => kind)).toEqual(['charge', 'top_up']);
});

test('a post bought in another tab shows Open, and is not charged again', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  refusals.expectRefusal(422, '/wallet/charges/feed/');
  const fan = await enterAsPayer({ context, baseURL, request }, { dollars: 30 });
  const path = await postPath(request, 'storm-log');
  await page.goto(path);
  const unlock = page.getByRole('button', { name: 'Unlock for $2.50' });
  await expect(unlock).toBeVisible();
  await unlock.click();
  const sheet = getSheet(page);
  const pay = sheet.getByRole('button', { name: 'Unlock for $2.50' });
  await expect(pay).toBeVisible();
  const { _id } = await ask<{ _id: string }>(request, fan, 'GET', `/user/feeds/${path.split('/').pop()}`);
  await ask(request, fan, 'POST', `/wallet/charges/feed/${_id}`, {});
  await pay.click();
  await expect(sheet.getByText('You already own this. You were not charged.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Open' }).click();
  await expect(unlock).toBeHidden();
  expect((await readWallet(request, fan)).data[0]).toMatchObject({ amount: -2.5, balanceAfter: 27.5 });
});

// Promises M-23.
test('a changed price is shown for confirmation and never charged silently', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  refusals.expectRefusal(409, '/wallet/charges/feed/');
  const fan = await enterAsPayer({ context, baseURL, request }, { dollars: 30 });
  // A creator used only here: other tests would see the changed price.
  const creator = await makeCreator(request);
  const post = { type: 'text', text: fresh('How the buns came out '), isSale: true, status: 'active' };
  const { _id } = await ask<{ _id: string }>(request, creator, 'POST', '/performer/feeds', { ...post, price: 3.5 });
  await page.goto(`/post/${_id}`);
  await page.getByRole('button', { name: 'Unlock for $3.50' }).click();
  const sheet = getSheet(page);
  await expect(sheet.getByRole('button', { name: 'Unlock for $3.50' })).toBeVisible();
  await ask(request, creator, 'PUT', `/performer/feeds/${_id}`, { isSale: true, price: 4.25 });
  await sheet.getByRole('button', { name: 'Unlock for $3.50' }).click();
  await expect(sheet.getByText(/The price changed from \$3\.50 to \$4\.25/)).toBeVisible();
  await expectAccessible(page);
  expect((await readWallet(request, fan)).total).toBe(1);
  await sheet.getByRole('button', { name: 'Unlock for $4.25' }).click();
  await expect(sheet.getByText('Unlocked')).toBeVisible();
  expect((await readWallet(request, fan)).data[0]).toMatchObject({ amount: -4.25 });
});

test(
  'a coupon shows its discount or why it is invalid, and works only once',
  { tag: '@full' },
  async ({ page, context, baseURL, request, refusals }) => {
    refusals.expectRefusal(404, '/coupons/');
    refusals.expectRefusal(406, '/coupons/');
    await enterAsPayer({ context, baseURL, request });
    // Top-ups accept no coupons: all money in a wallet must be real, since creators are paid out from it.
    const topUp = await openTopUp(page);
    await expect(topUp.getByRole('button', { name: 'Top up for $10.00' })).toBeVisible();
    await expect(topUp.getByRole('button', { name: 'I have a coupon' })).toHaveCount(0);
    await page.goto('/demo-creator');
    const sheet = await choosePlan(page, /Monthly/, 'Subscribe for $8.50');
    await sheet.getByRole('button', { name: 'I have a coupon' }).click();
    const apply = async (where: typeof sheet, code: string) => {
      await type(where.getByLabel('Coupon'), code);
      await where.getByRole('button', { name: 'Apply' }).click();
    };
    await apply(sheet, 'NOT-A-CODE');
    await expect(sheet.getByRole('alert')).toHaveText('There is no coupon with this code.');
    await apply(sheet, 'LASTYEAR');
    await expect(sheet.getByRole('alert')).toHaveText('This coupon has expired.');
    await expectAccessible(page);
    await apply(sheet, 'welcome20');
    await expect(sheet.getByText('Coupon, 20 % off')).toBeVisible();
    await expect(sheet.getByText('−$1.70')).toBeVisible();
    await sheet.getByRole('button', { name: 'Subscribe for $6.80' }).click();
    await expect(sheet.getByText('You’re in')).toBeVisible();
    await sheet.getByRole('link', { name: 'Receipt for $6.80' }).click();
    await page.waitForURL('**/payment/receipt/*');
    await expect(page.getByText('−$1.70')).toBeVisible();
    await page.goto('/miraokafor');
    const again = await choosePlan(page, /Yearly/, 'Subscribe for $120.00');
    await again.getByRole('button', { name: 'I have a coupon' }).click();
    await apply(again, 'WELCOME20');
    await expect(again.getByRole('alert')).toHaveText('You’ve already used this coupon.');
  },
);

test('cards are added, set as default and removed', async ({ page, context, baseURL, request }) => {
  await enterAsPayer({ context, baseURL, request }, { card: null });
  await page.goto('/user/cards');
  await expect(page.getByRole('heading', { name: 'No card saved' })).toBeVisible();
  await expectAccessible(page);
  const sheet = getSheet(page);
  await page.getByRole('button', { name: 'Add a card' }).click();
  await sheet.getByRole('button', { name: 'Save card' }).click();
  await expect(sheet.getByText('Enter the card number.')).toBeVisible();
  await expectAccessible(page);
  await saveNewCard(page, testCards.visa);
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'Add a card' }).click();
  await saveNewCard(page, testCards.mastercard);
  await expect(sheet).toBeHidden();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(cards.filter({ hasText: /Default/ })).toContainText('Visa ending 4242');
  await page.getByRole('button', { name: 'Make default: Mastercard ending 4444' }).click();
  await expect(cards.filter({ hasText: /Default/ })).toContainText('Mastercard ending 4444');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete Mastercard ending 4444' }).click();
  await expect(sheet.getByRole('button', { name: 'Delete card' })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Delete card' }).click();
  await expect(cards).toHaveCount(1);
  await expect(cards.filter({ hasText: /Default/ })).toContainText('Visa ending 4242');
  await page.reload();
  await expect(cards).toHaveCount(1);
});

test('card payments are filtered and exported; the payment of another account is not shown', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  refusals.expectRefusal(404, '/payment/transactions/');
  const fan = await enterAsPayer({ context, baseURL, request }, { card: null });
  await page.goto('/user/payment-history');
  await expect(page.getByRole('heading', { name: 'No card payments yet' })).toBeVisible();
  await saveCard(request, fan);
  await fillWallet(request, fan, 15);
  await page.reload();
  await expect(page.getByRole('row', { name: /Wallet top-up.*Paid.*\$15\.00/ })).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(
    /Wallet top-up,Paid,Visa 4242,15\.00,,0\.00,15\.00,,/,
  );
  await page.goto('/user/payment-history?from=2020-01-01&to=2020-01-31');
  await expect(page.getByRole('heading', { name: 'No payments on these days' })).toBeVisible();
  await page.goto('/payment/success?transactionId=0badc0de');
  await expect(page.getByRole('heading', { name: 'Payment not found' })).toBeVisible();
  await expectAccessible(page);
});

test('a creator’s sales add up to their totals to the cent, on screen and in the CSV file', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const creator = { token: await demoToken(request, 'ruitanabe') };
  await enter(context, baseURL, creator.token);
  await page.goto('/creator/earning?period=all');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
  const stats = await ask<{ totalNetPrice: number; totalGrossPrice: number }>(
    request,
    creator,
    'GET',
    '/performer/earning/stats',
  );
  const shown = page.getByText('Yours since you started').locator('xpath=following-sibling::*');
  await expect.poll(async () => readSum(await shown.innerText())).toBe(stats.totalNetPrice);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const cents = (column: number) =>
    file
      .trim()
      .split('\r\n')
      .slice(1)
      .reduce((sum, row) => sum + Math.round(Number(row.split(',').at(column)) * 100), 0);
  expect(cents(-2)).toBe(Math.round(stats.totalNetPrice * 100));
  const statement = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^CSV for Year/ })
    .first()
    .click();
  const movements = (await readFile(await (await statement).path(), 'utf8')).trim().split('\r\n').slice(1);
  const sold = movements.filter((row) => /^[^,]*,(sale|refund),/.test(row));
  const net = sold.reduce((sum, row) => sum + Math.round(Number(row.split(',').at(-4)) * 100), 0);
  expect(net).toBe(Math.round(stats.totalNetPrice * 100));
  expect(cents(-4)).toBe(Math.round(stats.totalGrossPrice * 100));
});

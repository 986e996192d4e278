import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { apiUrl, demoToken, enter, makeCreator, makeFan, makeOperator } from './accounts';
import { ageLogins } from './backdate-rows';
import { chooseOption, expect, expectAccessible, fresh, test, type } from './fixtures';
import { ask, fillWallet, saveCard } from './payments';
import { takeShots } from './shots';

/** ux.md AD-2 to AD-4, AD-8. */

/** A creator who has sent both documents, and waits. */
async function signUpCreator(request: APIRequestContext, name: string): Promise<string> {
  const username = fresh('maker');
  const paper = (file: string) => ({
    name: `${file}.webp`,
    mimeType: 'image/webp',
    buffer: readFileSync(`public/art/${file}.webp`),
  });
  await request.post(`${apiUrl}/auth/performers/register`, {
    multipart: {
      username,
      email: `${username}@example.test`,
      password: 'a few words in a row',
      name,
      firstName: name.split(' ')[0] ?? '',
      lastName: name.split(' ')[1] ?? '',
      gender: 'female',
      country: 'IE',
      dateOfBirth: '1991-02-14',
      idVerification: paper('leo'),
      documentVerification: paper('leo'),
    },
  });
  return username;
}

/** Phones have a list instead of tabs. */
async function openTab(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 760) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    return;
  }
  await chooseOption(page, 'Part of the page', name);
}

/** Other tests may have filled the first pages of the queue. */
async function findId(request: APIRequestContext, token: string, username: string): Promise<string> {
  const reply = await request.get(`${apiUrl}/admin/people?q=${username}`, { headers: { Authorization: token } });
  const { data } = (await reply.json()) as { data: { data: { _id: string }[] } };
  return data.data[0]?._id ?? '';
}

async function confirmIdentity(page: Page): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await type(proof.getByLabel('Current password', { exact: true }), 'a few words in a row');
  await proof.getByRole('button', { name: 'Continue' }).click();
}

test(
  'a moderator rejects one creator with a reason, and approves the next',
  { tag: '@full' },
  async ({ page, context, baseURL, request, refusals }) => {
    const [mira, bea] = [`Mira ${fresh('quell')}`, `Bea ${fresh('font')}`];
    const [first, second] = [await signUpCreator(request, mira), await signUpCreator(request, bea)];
    const operator = await makeOperator(request, 'moderator');
    await enter(context, baseURL, operator.token);
    await page.goto('/admin/review');
    await expect(page.getByRole('heading', { level: 1, name: 'Creators to review' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Review / }).first()).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'review-queue');
    await page.goto(`/admin/review/${await findId(request, operator.token, first)}`);
    await expect(page.getByText(/14 February 1991, \d+ years old/)).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'review-closed');

    await ageLogins(operator.username);
    refusals.expectRefusal(403, '/documents');
    await page.getByRole('button', { name: `Open ${mira}’s documents` }).click();
    await confirmIdentity(page);
    const document = page.getByRole('img', { name: 'Photo of their ID' });
    await expect(document).toBeVisible();
    await expect.poll(() => document.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Rotate Photo of their ID' }).click();
    await expectAccessible(page);
    await takeShots(page, 'review-open');
    await page.getByRole('button', { name: 'Photo of their ID', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await takeShots(page, 'review-zoom');
    await page.keyboard.press('Escape');

    await page.getByLabel('Reject: they can send new documents').check();
    await type(page.getByLabel(`${mira} reads`), 'The lower edge of your card is cut off.');
    await takeShots(page, 'review-reject');
    await page.getByRole('button', { name: 'Reject and send' }).click();
    await expect(page.getByText(`${mira} was asked for new documents`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: mira })).toHaveCount(0);

    await page.goto(`/admin/review/${await findId(request, operator.token, second)}`);
    await page.getByRole('button', { name: `Open ${bea}’s documents` }).click();
    await page.getByLabel(`Approve: ${bea} can publish and earn`).check();
    await page.getByRole('button', { name: `Approve ${bea}` }).click();
    const question = page.getByRole('dialog', { name: `Approve ${bea}?` });
    await takeShots(page, 'review-approve');
    await question.getByRole('button', { name: `Approve ${bea}` }).click();
    await expect(page.getByText(`${bea} can publish now`)).toBeVisible();
    expect((await request.get(`${apiUrl}/performers/${second}`)).status()).toBe(200);
    expect((await request.get(`${apiUrl}/performers/${first}`)).status()).toBe(404);
  },
);

test('an owner finds a creator, writes a note, ends their sessions, and closes and reopens the account', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const creator = await makeCreator(request, 'Juno Quillfeather');
  const operator = await makeOperator(request, 'owner');
  await enter(context, baseURL, operator.token);
  await page.goto('/admin/people');
  await type(page.getByLabel('Search people'), creator.username);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${creator.username}`));
  await expect(page.getByRole('link', { name: 'Juno Quillfeather' })).toHaveCount(1);
  await expectAccessible(page);
  await takeShots(page, 'people');
  await page.getByRole('link', { name: 'Juno Quillfeather' }).click();
  await expect(page.getByText('Creator', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'person');

  await page.getByRole('button', { name: 'Add note' }).click();
  await type(page.getByRole('dialog').getByLabel('Note'), 'Asked about selling in Canada.');
  await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Asked about selling in Canada.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Change' }).click();
  const commission = page.getByRole('dialog', { name: 'Change commission' });
  await commission.getByLabel('Their own').check();
  await type(commission.getByLabel('Percent'), '12.5');
  await type(commission.getByLabel('Reason'), 'Founding creator');
  await takeShots(page, 'person-commission');
  await commission.getByRole('button', { name: 'Change commission' }).click();
  await expect(page.getByText('12.5%, their own')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openTab(page, 'Sessions');
  await takeShots(page, 'person-sessions');
  await page.getByRole('button', { name: /^End all/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText('Not logged in on any device.')).toBeVisible();
  await openTab(page, 'Reports');
  await expect(page.getByText('They reported nothing.')).toBeVisible();
  await openTab(page, 'Money');
  await expect(page.getByText('No money of this account has moved.')).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'person-money');

  await openTab(page, 'Overview');
  await page.getByRole('button', { name: 'Close account' }).click();
  const closing = page.getByRole('dialog', { name: /^Close the account of / });
  await type(closing.getByLabel('Juno Quillfeather reads'), 'Copied pictures');
  await expectAccessible(page);
  await takeShots(page, 'person-close');
  await closing.getByRole('button', { name: 'Close account' }).click();
  await expect(page.getByText('Closed by us')).toBeVisible();
  const fan = await demoToken(request, 'demo-fan');
  const readProfile = async () =>
    (await request.get(`${apiUrl}/performers/${creator.username}`, { headers: { Authorization: fan } })).status();
  expect(await readProfile()).toBe(404);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Reopen account' }).click();
  await type(page.getByRole('dialog').getByLabel('Reason'), 'They had the rights.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen account' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  expect(await readProfile()).toBe(200);
  await openTab(page, 'Log');
  for (const act of [
    'reopened the account of',
    'closed the account of',
    'changed the commission of',
    'wrote a note about',
  ])
    await expect(page.getByText(act)).toBeVisible();
  await takeShots(page, 'person-log');
});

test(
  'an owner reads why payouts are paused, as the creator does',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const creator = await makeCreator(request, 'Juno Quillfeather');
    const operator = await makeOperator(request, 'owner');
    const id = await findId(request, operator.token, creator.username);
    const body = { key: 'paypal', value: { email: 'juno@example.test' } };
    await ask(request, creator, 'PUT', `/performers/${id}/payment-gateway-settings`, body);
    await enter(context, baseURL, creator.token);
    await page.goto('/creator/banking');
    const added = 'You added where your money goes. For your safety the first payout waits a day.';
    await expect(page.getByText(added)).toBeVisible();
    await takeShots(page, 'banking-paused');
    await enter(context, baseURL, operator.token);
    await page.goto(`/admin/people/${id}`);
    await expect(page.getByText(/^Paused until .* they added where their money goes$/)).toBeVisible();
    await takeShots(page, 'person-paused');
  },
);

test(
  'an owner reads a creator’s money entry by entry, by page',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const operator = await makeOperator(request, 'owner');
    await enter(context, baseURL, operator.token);
    await page.goto(`/admin/people/${await findId(request, operator.token, 'demo-creator')}?tab=money`);
    const entries = page.getByLabel('Entries in the ledger');
    await expect(entries.locator('a[href^="/admin/content/"]').first()).toBeVisible();
    await expect(entries.locator('a[href^="/admin/people/"]').first()).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'person-entries');
    await page.getByRole('listitem', { name: 'Next Page' }).getByRole('button').click();
    await expect(page).toHaveURL(/page=2/);
    await expect(entries.locator('a[href^="/admin/people/"]').first()).toBeVisible();
    await takeShots(page, 'person-entries-2');
  },
);

test(
  'an owner gives a role to one of two fans of the same name',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const name = `Tess ${fresh('marlow')}`;
    const [first, second] = [await makeFan(request, name), await makeFan(request, name)];
    const operator = await makeOperator(request, 'owner');
    await enter(context, baseURL, operator.token);
    await page.goto('/admin/operators');
    await page.getByRole('button', { name: 'Give a role' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give a role' });
    await type(dialog.getByLabel('Account'), name);
    const option = (username: string) => page.getByText(`${name} (@${username})`);
    await expect(option(first.username).last()).toBeVisible();
    await takeShots(page, 'role-search');
    await option(second.username).last().click();
    await expect(dialog.getByText(`${second.username}@example.test, not confirmed`)).toBeVisible();
    await expect(dialog.getByText(/^Their email is not confirmed, and two-factor is off: /)).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'role-chosen');
    await dialog.getByRole('button', { name: 'Give role' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`${second.username}@example.test`, { exact: true })).toBeVisible();
    await expect(page.getByText(`${first.username}@example.test`, { exact: true })).toHaveCount(0);
  },
);

test(
  'an owner closes the account of a fan, and pays the wallet back to its card',
  { tag: '@full' },
  async ({ page, context, baseURL, request, refusals }) => {
    const fan = await makeFan(request, 'Ada Nightingale');
    await saveCard(request, fan);
    await fillWallet(request, fan, 100);
    const operator = await makeOperator(request, 'owner');
    await enter(context, baseURL, operator.token);
    await page.goto(`/admin/people/${await findId(request, operator.token, fan.username)}`);
    await page.getByRole('button', { name: 'Close account' }).click();
    const closing = page.getByRole('dialog', { name: /^Close the account of / });
    await type(closing.getByLabel('Ada Nightingale reads'), 'Two accounts');
    await closing.getByRole('button', { name: 'Close account' }).click();
    await expect(page.getByText('Closed by us')).toBeVisible();

    await ageLogins(operator.username);
    refusals.expectRefusal(403, '/wallet-refund');
    await page.getByRole('button', { name: 'Pay back $100.00' }).click();
    const paying = page.getByRole('dialog', { name: `Pay back $100.00 to Ada Nightingale (@${fan.username})?` });
    await expect(paying.getByRole('row', { name: /Visa 4242/ })).toBeVisible();
    await type(paying.getByLabel('Reason'), 'Asked by email');
    await expectAccessible(page);
    await takeShots(page, 'person-pay-back');
    await paying.getByRole('button', { name: 'Pay back $100.00' }).click();
    await confirmIdentity(page);
    await expect(page.getByText('The money is on its way back')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay back/ })).toHaveCount(0);
    await openTab(page, 'Money');
    await expect(page.getByText('$0.00').first()).toBeVisible();
    await takeShots(page, 'person-paid-back');
    await openTab(page, 'Log');
    await expect(page.getByText('paid back the wallet of')).toBeVisible();
  },
);

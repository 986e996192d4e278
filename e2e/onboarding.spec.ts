import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, fillFanSignUp, fresh, openOther, test, type } from './fixtures';
import { reviewDocuments } from './operator';
import { awaitSent, linkPattern } from './outbox';
import { getSheet, testCards, typeCard } from './payments';
import { pickFiles, record } from './recordings';

/**
 * Runs on a phone, by touch. Visits only the landing page and mailed links by URL, and reaches all other pages by tapping.
 * Saves a screenshot of each step.
 */

const password = 'a few words in a row';

function pictures(who: string) {
  let count = 0;
  return async (page: Page, name: string): Promise<void> => {
    count += 1;
    const file = `${who}-${String(count).padStart(2, '0')}-${name}`;
    for (const theme of ['dark', 'light']) {
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value;
      }, theme);
      await page.screenshot({
        path: test.info().outputPath(`${file}-${theme}.png`),
        animations: 'disabled',
        scale: 'css',
      });
    }
  };
}

/** Sales are grouped by UTC day. */
const dayNow = () => new Date().toISOString().slice(0, 10);

const link = (page: Page, name: string | RegExp): Locator => page.getByRole('link', { name }).filter({ visible: true });
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name }).filter({ visible: true });
const thumb = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).getByRole('link', { name, exact: true });
const step = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'Set up your page' }).getByRole('link', { name: new RegExp(`^${title}`) });

/** Waits for the response to this form: the notice of an earlier save may still be visible. */
async function pressSaved(page: Page, name: string): Promise<void> {
  const stored = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok());
  await button(page, name).click();
  await stored;
  await expect(page.getByText('Changes saved').first()).toBeVisible();
}

async function becomeCreator(
  page: Page,
  username: string,
  see = async (_page: Page, _name: string) => undefined as void,
) {
  await page.goto('/');
  await see(page, 'landing');
  await link(page, 'Start your own page').first().click();
  await type(page.getByLabel('Name on your page'), 'Petra Lindqvist');
  await type(page.getByLabel('Username'), username);
  await type(page.getByLabel('Email'), `${username}@example.test`);
  await page.getByLabel('Gender').selectOption('Woman');
  await type(page.getByLabel('Date of birth'), '05041990');
  await type(page.getByLabel('Password', { exact: true }), password);
  await pickFiles(page.getByLabel('Photo of your ID'), await record('red.png'));
  await pickFiles(page.getByLabel('Photo of you holding it'), await record('green.png'));
  await see(page, 'sign-up');
  await button(page, 'Start my page').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(`We sent a link to ${username}@example.test`)).toBeVisible();
  await expect(page.getByText('We review your documents')).toBeVisible();
  await see(page, 'check-your-email');
}

test('a creator gets from the landing page to a first sale', async ({ page, browser, baseURL }) => {
  test.slow();
  const username = fresh('petra');
  const fanName = fresh('tove');
  const title = `Woodcut no. ${Date.now() % 100_000}`;
  const see = pictures('creator');

  await becomeCreator(page, username, see);
  await page.goto(await awaitSent(`${username}@example.test`, /https?:\/\/\S*email-verified\S*/));
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await see(page, 'verified');
  await link(page, 'Continue').click();
  await expect(step(page, 'Verify your email')).toContainText('Done');
  await expect(step(page, 'Documents')).toContainText(/In review since .*, usually within 2 days/);
  await expectAccessible(page);
  await see(page, 'checklist');
  await link(page, 'View your page').click();
  await expect(page.getByText('Only you can see this page until you’re approved.')).toBeVisible();
  await see(page, 'only-you');
  await link(page, 'Set up your page').click();

  const approved = reviewDocuments('approve', username);

  await step(page, 'Introduce yourself').click();
  await type(page.getByLabel('What you create'), 'Woodcuts of northern woods');
  await type(page.getByLabel('About you'), 'I cut birch and print by hand.');
  await page.getByLabel('Change profile photo').setInputFiles('public/art/leo.webp');
  await see(page, 'crop');
  await getSheet(page).getByRole('button', { name: 'Save' }).click();
  await expect(getSheet(page)).toHaveCount(0);
  await expect(page.getByRole('main').locator('img').first()).toHaveAttribute('src', /^http/);
  await expect(page.getByLabel('About you')).toHaveValue('I cut birch and print by hand.');
  await type(page.getByLabel('Monthly price'), '6.50');
  await type(page.getByLabel('Yearly price'), '65');
  await see(page, 'profile');
  await pressSaved(page, 'Save');
  await thumb(page, 'Home').click();
  await expect(step(page, 'Set your prices')).toContainText('Done. $6.50 a month');
  await expect(step(page, 'Introduce yourself')).toContainText('Done');
  await see(page, 'checklist-half');

  await step(page, 'Welcome new subscribers').click();
  await type(page.getByLabel('Message'), 'Thank you for being here.');
  await see(page, 'welcome');
  await pressSaved(page, 'Save message');
  await thumb(page, 'Home').click();

  await step(page, 'Set up payouts').click();
  await type(page.getByLabel('PayPal email'), `${username}@example.test`);
  await see(page, 'payout-details');
  await pressSaved(page, 'Save PayPal');
  await thumb(page, 'Home').click();
  await expect(step(page, 'Set up payouts')).toContainText('Done');

  await approved;
  await page.goto(await awaitSent(`${username}@example.test`, new RegExp(`https?://\\S*/${username}(?=\\s|$)`)));
  await expect(page.getByRole('heading', { level: 1, name: /Petra Lindqvist/ })).toBeVisible();
  await expect(page.getByText('Only you can see this page')).toBeHidden();
  await see(page, 'approved');
  await thumb(page, 'Home').click();

  await step(page, 'Publish your first post').click();
  await type(page.getByLabel('Title'), title);
  await type(page.getByLabel('Text'), 'The whole print, and how it was cut.');
  await pickFiles(page.getByTestId('pick-files-photo').first(), await record('blue.png'));
  await expect(page.getByText('1 ready')).toBeVisible();
  await page.getByLabel('For sale').check();
  await type(page.getByLabel('Price'), '6');
  await type(page.getByLabel('What is inside'), 'One print, large');
  await see(page, 'composer');
  await button(page, 'Publish now').click();
  await expect(page.getByRole('list', { name: 'Posts' }).getByText(title)).toBeVisible();
  await see(page, 'my-posts');
  await thumb(page, 'Home').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Petra');
  await expect(page.getByText(title).filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Set up your page' })).toHaveCount(0);
  await see(page, 'home');

  const other = await openOther(browser, baseURL);
  const fan = other.page;
  const look = pictures('fan');
  await fan.goto('/');
  await link(fan, 'Sign up').first().click();
  await look(fan, 'which-account');
  await link(fan, /Follow and subscribe/).click();
  await fillFanSignUp(fan, { name: 'Tove Marsh', username: fanName, password });
  await look(fan, 'sign-up');
  await button(fan, 'Create account').click();
  await expect(fan.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(button(fan, /^Send again in \d+ s$/)).toBeDisabled();
  await expectAccessible(fan);
  await look(fan, 'check-your-email');
  await fan.goto(await awaitSent(`${fanName}@example.test`, linkPattern));
  await fan.getByRole('button', { name: 'Verify my email' }).click();
  await expect(fan.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await look(fan, 'verified');
  await link(fan, 'Continue').click();
  await expect(fan.getByRole('heading', { level: 1, name: 'Choose three creators' })).toBeVisible();
  await expect(fan.getByText('Following 0 of 3')).toBeVisible();
  await expectAccessible(fan);
  await look(fan, 'choose');
  for (const count of [1, 2, 3]) {
    await button(fan, /^Follow /)
      .first()
      .click();
    await expect(fan.getByText(`Following ${count} of 3`)).toBeVisible();
  }
  await look(fan, 'chosen');
  await button(fan, 'Continue').click();
  await expect(fan.getByRole('article').first()).toBeVisible();
  await look(fan, 'home');

  await thumb(fan, 'Discover').click();
  await type(fan.getByRole('searchbox').filter({ visible: true }), 'Petra Lindqvist');
  await expect(link(fan, 'Petra Lindqvist').first()).toBeVisible();
  await look(fan, 'search');
  await fan.locator(`a[href="/${username}"]`).filter({ visible: true }).first().click();
  await expect(fan.getByRole('heading', { level: 1, name: /Petra Lindqvist/ })).toBeVisible();
  await look(fan, 'creator');
  await link(fan, title).first().click();
  await expect(fan.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await look(fan, 'locked-post');
  await button(fan, 'Unlock for $6.00').first().click();
  const sheet = getSheet(fan);
  await sheet.getByRole('radio', { name: 'Wallet, $0.00' }).check();
  await expect(sheet.getByText(/You’re \$6\.00 short\./)).toBeVisible();
  await look(fan, 'checkout');
  await typeCard(fan, testCards.visa);
  await look(fan, 'card');
  const soldOn = dayNow();
  await sheet.getByRole('button', { name: /and unlock$/ }).click();
  await expect(sheet.getByText(`${title} by Petra Lindqvist is yours to keep.`)).toBeVisible();
  await look(fan, 'unlocked');
  await sheet.getByRole('button', { name: 'Open' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(button(fan, /^Open /).first()).toBeVisible();
  await look(fan, 'opened');
  await awaitSent(`${fanName}@example.test`, new RegExp(`You unlocked ${title}`));
  await other.close();

  const bell = link(page, /^Notifications/).first();
  // Approval, payout account and sale, plus a follow if this creator was among the three that the new fan was suggested.
  await expect(bell).toHaveAccessibleName(/[34] unread/);
  await bell.click();
  await expect(page.getByText(`Tove Marsh unlocked ${title}, $6.00`)).toBeVisible();
  await see(page, 'notifications');
  await thumb(page, 'Home').click();
  await expect(page.getByRole('region', { name: 'What sold' }).getByRole('listitem')).toContainText('$4.80');
  await expect(page.getByText(dayNow() === soldOn ? 'Today: 1 sale' : 'Nothing sold yet today.')).toBeVisible();
  await see(page, 'sold');
});

test(
  'a creator saves drafts while waiting for approval, learns what has to change, and resubmits',
  { tag: '@full' },
  async ({ page }) => {
    const username = fresh('petra');
    await becomeCreator(page, username);
    await expectAccessible(page);
    await link(page, 'Set up your page').click();
    await expect(step(page, 'Verify your email')).toContainText('Open the link we sent');

    await step(page, 'Publish your first post').click();
    await expect(
      page.getByText(/You can publish once your documents are approved, usually within 2 days/),
    ).toBeVisible();
    await expect(button(page, 'Publish now')).toBeDisabled();
    await type(page.getByLabel('Text'), 'A first thought, for later.');
    await button(page, 'Save draft').click();
    const posts = page.getByRole('list', { name: 'Posts' });
    await expect(posts.getByRole('listitem').filter({ hasText: 'A first thought, for later.' })).toContainText('Draft');
    await thumb(page, 'Home').click();
    await expect(step(page, 'Publish your first post')).toContainText('Your draft is saved.');

    await reviewDocuments('reject', username, 'The photo is blurred.');
    await page.goto(await awaitSent(`${username}@example.test`, /https?:\/\/\S*section=documents/));
    const paper = page.getByRole('region', { name: 'Photo of your ID', exact: true });
    await expect(paper.getByRole('alert')).toHaveText('The photo is blurred.');
    await expectAccessible(page);
    await thumb(page, 'Home').click();
    await expect(step(page, 'Documents')).toContainText('They need a change: The photo is blurred. Upload them again.');
    await link(page, /^Notifications/)
      .first()
      .click();
    await page.getByRole('link', { name: /Your documents need a change: The photo is blurred\./ }).click();
    for (const name of ['Photo of your ID', 'Photo of you holding it']) {
      const region = page.getByRole('region', { name, exact: true });
      await pickFiles(region.getByLabel('Upload again'), await record('red.png'));
      await expect(region.getByText('In review', { exact: true })).toBeVisible();
    }
    await expect(page.getByText(/^In review since/)).toBeVisible();
  },
);

import type { Locator, Page } from '@playwright/test';
import { enter, makeFan, postPath } from './accounts';
import { beginConversation } from './conversations';
import { expect, fillFanSignUp, fresh, test } from './fixtures';
import { fillWallet, saveCard } from './payments';
import { waitForHydration } from './hydration';

/** The visible notice, not its copy for screen readers. */
const getNotice = (page: Page, text: string): Locator =>
  page.locator('[role=status] > div').filter({ hasText: text, has: page.getByRole('button') });

/**
 * Names of the controls that the notice covers. Covering any pixel of a primary button counts; for other controls, only the
 * center.
 */
const listCovered = (notice: Locator): Promise<string[]> =>
  notice.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea')];
    const isCovered = (control: HTMLElement) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      if (width <= 1 || element.contains(control) || !control.checkVisibility({ visibilityProperty: true }))
        return false;
      if ('primary' in control.dataset)
        return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    };
    return controls.filter(isCovered).map(({ textContent, ariaLabel }) => ariaLabel ?? textContent ?? '');
  });

async function expectClear(notice: Locator): Promise<void> {
  await expect(notice).toBeInViewport({ ratio: 1 });
  await expect.poll(() => listCovered(notice), { message: 'controls under the notice', intervals: [50] }).toEqual([]);
}

/** Notices disappear after five seconds; on a busy machine, the checks take longer. */
const keepNotices = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { setTimeout: wait } = window;
    window.setTimeout = ((act: () => void, delay?: number) => wait(act, delay === 5_000 ? 600_000 : delay)) as never;
  });

async function watchPlaces(notice: Locator): Promise<() => Promise<number[]>> {
  const places = await notice.evaluateHandle((element) => {
    const seen = new Set<number>();
    const look = () => {
      seen.add(Math.round(element.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return () => places.evaluate((seen) => [...seen]);
}

const moveToFoot = (control: Locator): Promise<void> =>
  control.evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    const bar = window.innerWidth < 760 ? 84 : 36;
    window.scrollBy({ top: bottom - window.innerHeight + bar, behavior: 'instant' });
  });

test('the notice after sign-up does not cover Unlock', async ({ page, request }) => {
  await keepNotices(page);
  const username = fresh('fan');
  const path = await postPath(request, 'fourteen-stages');
  await page.goto(`/auth/fan-register?returnTo=${encodeURIComponent(path)}`);
  await fillFanSignUp(page, { name: 'Tove Marsh', username });
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`**${path}`);
  const unlock = page.getByRole('button', { name: /^Unlock for/ }).first();
  await expect(unlock).toBeVisible();
  const notice = getNotice(page, 'We sent a link to');
  await expectClear(notice);
  await notice.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
  const listPlaces = await watchPlaces(notice);
  await moveToFoot(unlock);
  await expectClear(notice);
  await expect(unlock).toBeInViewport({ ratio: 1 });
  // The notice must move in one step: during a transition it would cover the button.
  expect((await listPlaces()).length).toBeLessThanOrEqual(4);
});

test(
  'notices cover none of the controls that users need next, on the pages with the most controls',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const { fan, path: conversation } = await beginConversation(request, ['Good morning']);
    await saveCard(request, fan);
    await fillWallet(request, fan, 30);
    await enter(context, baseURL, fan.token);
    await keepNotices(page);
    const text = 'That page is for creators';
    const post = await postPath(request, 'fourteen-stages');
    for (const path of [
      post,
      '/miraokafor',
      '/wallet',
      '/home',
      '/creator',
      '/user/account',
      '/user/cards',
      conversation,
    ]) {
      await test.step(path, async () => {
        await page.goto(`${path}?notice=creators-only`);
        await waitForHydration(page);
        const notice = getNotice(page, text);
        await expectClear(notice);
        const primary = page.getByRole('main').locator('[data-primary]').filter({ visible: true }).first();
        if ((await primary.count()) > 0) await moveToFoot(primary);
        await expectClear(notice);
      });
    }
  },
);

test('Esc and a swipe close a notice', async ({ page, context, baseURL, request }, { project }) => {
  await enter(context, baseURL, (await makeFan(request)).token);
  await page.goto('/wallet?notice=creators-only');
  const notice = getNotice(page, 'That page is for creators');
  await expect(notice).toBeVisible();
  if (project.name === 'desktop') await page.keyboard.press('Escape');
  else await swipe(page, notice);
  await expect(notice).toHaveCount(0, { timeout: 2_000 });
});

async function swipe(page: Page, element: Locator): Promise<void> {
  const { x = 0, y = 0, height = 0 } = (await element.boundingBox()) ?? {};
  const client = await page.context().newCDPSession(page);
  const at = (dx: number) => [{ x: x + 30 + dx, y: y + height / 2 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const dx of [30, 90, 160])
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(dx) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

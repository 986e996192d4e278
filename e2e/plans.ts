import type { Locator, Page } from '@playwright/test';
import { chooseTime, expect, expectAccessible, test } from './fixtures';

/** The current time in the browser's time zone, where it may still be last month. */
const nowThere = () => new Date(new Date().toLocaleString('en-US', { timeZone: test.info().project.use.timezoneId }));

function nextTwentyFirst(): { day: string; month: string; title: string; words: string } {
  const now = nowThere();
  const date = new Date(now.getFullYear(), now.getMonth() + 1, 21, 18);
  const isOtherYear = date.getFullYear() !== now.getFullYear();
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options).format(date);
  const day = format({ day: 'numeric', month: 'long' });
  return {
    day,
    month: format({ month: 'long', year: 'numeric' }),
    title: `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-21`,
    words: `Scheduled for ${day}${isOtherYear ? ` ${date.getFullYear()}` : ''}, 18:00`,
  };
}

/** On the last day of a month, the picker opens at the next one, because it begins with tomorrow. */
async function turnTo(month: Locator, next: Locator): Promise<void> {
  await expect(next).toBeVisible();
  if (!(await month.isVisible())) await next.click();
  await expect(month).toBeVisible();
}

/** Uses whichever date picker this screen size has. @returns the date as lists show it */
export async function pickTwentyFirst(page: Page): Promise<string> {
  const { day, month, title, words } = nextTwentyFirst();
  if ((page.viewportSize()?.width ?? 0) >= 760) {
    const field = page.getByRole('textbox', { name: 'Day and time' });
    await field.click();
    await turnTo(page.getByTitle(title), page.getByRole('button', { name: 'Next month' }));
    await page.getByTitle(title).click();
    await page.getByRole('heading', { name: 'When' }).click();
    await expect(field).toHaveValue(/^21 /);
    return words;
  }
  await page.getByRole('button', { name: /^Day and time/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Day and time' });
  await turnTo(sheet.getByRole('table', { name: month }), sheet.getByRole('button', { name: 'Next month' }));
  await expectAccessible(page);
  const days = await sheet.getByRole('table').getByRole('button').all();
  for (const cell of days) {
    const box = await cell.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(36);
  }
  await expect(sheet.getByRole('button', { name: 'Set time' })).toBeInViewport({ ratio: 1 });
  await sheet.getByRole('button', { name: new RegExp(` ${day} `) }).click();
  await chooseTime(sheet.getByLabel('Time'), '18:00');
  await sheet.getByRole('button', { name: 'Set time' }).click();
  return words;
}

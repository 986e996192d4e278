import { expect, logIn, openCreator, test } from './fixtures';

test('a fan follows a creator and undoes it, or the reverse if already following', async ({ page }) => {
  await logIn(page);
  await openCreator(page);
  const button = page.getByRole('button', { name: /^Follow(ing)? / }).first();
  const before = (await button.getAttribute('aria-pressed')) ?? '';
  for (const pressed of [before === 'true' ? 'false' : 'true', before]) {
    // Waits until the change is stored. The page shows it earlier, but loading another page would abort the request.
    const stored = page.waitForResponse(
      (reply) => reply.url().includes('/follows/') && ['POST', 'DELETE'].includes(reply.request().method()),
    );
    await button.click();
    await stored;
    await expect(button).toHaveAttribute('aria-pressed', pressed);
  }
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', before);
});

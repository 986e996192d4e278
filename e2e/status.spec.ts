import type { APIRequestContext } from '@playwright/test';
import { apiUrl } from './accounts';
import { expect, expectAccessible, test } from './fixtures';
import { takeShots } from './shots';

/** In a whole run, a journey kills the streaming engine, which makes live shows slow for five minutes. */
async function wasEngineKilled(request: APIRequestContext): Promise<boolean> {
  if (process.env['E2E_QUICK'] === '1') return false;
  const { parts } = (await (await request.get(`${apiUrl}/health`)).json()) as { parts: Record<string, string> };
  return parts['live'] === 'slow';
}

const getTitle = (isLiveSlow: boolean) => (isLiveSlow ? 'Something is slower than usual' : 'Everything is working');

test('/status says that every part is working, in both themes, and leads on', async ({ page, request }) => {
  const isLiveSlow = await wasEngineKilled(request);
  const reply = await request.get('/status');
  expect([reply.status(), reply.headers()['x-robots-tag']]).toEqual([200, 'noindex']);
  expect(reply.headers()['content-security-policy']).toContain("default-src 'none'");
  await page.goto('/status');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(getTitle(isLiveSlow));
  await expect(page.getByText('Working', { exact: true })).toHaveCount(isLiveSlow ? 5 : 6);
  await expectAccessible(page);
  await page.evaluate(() => localStorage.setItem('theme', '"dark"'));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help and contact');
});

test('the footer leads to the licences, the accessibility statement and the status', async ({ page, request }) => {
  await page.goto('/contact');
  const footer = page.getByRole('navigation', { name: 'About this site' });
  await footer.getByRole('link', { name: 'Licences' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Licences');
  await expect(page.getByText(/^react \d/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'FFmpeg' })).toBeVisible();
  await takeShots(page, 'licences');
  await footer.getByRole('link', { name: 'Accessibility' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accessibility');
  await footer.getByRole('link', { name: 'Status' }).click();
  await expect(page).toHaveURL(/\/status$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(getTitle(await wasEngineKilled(request)));
  await takeShots(page, 'status');
});

test('security.txt and the licence texts are plain text', async ({ request }) => {
  const security = await request.get('/.well-known/security.txt');
  expect(security.headers()['content-type']).toContain('text/plain');
  const text = await security.text();
  expect(text).toMatch(/^Contact: \S+$/m);
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? [];
  expect(Date.parse(expires)).toBeGreaterThan(Date.now());
  const licences = await request.get('/third-party-licences.txt');
  expect(licences.headers()['content-type']).toContain('text/plain');
  expect(await licences.text()).toContain('GNU GENERAL PUBLIC LICENSE');
});

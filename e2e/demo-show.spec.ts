import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { apiUrl } from './accounts';
import { expect, test } from './fixtures';
import { waitForMovement } from './live-show';

test(
  'npm run demo-show streams a moving video with a chat until it is stopped',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    // Not the fixture's page: when the show ends, some requests are rejected, and a watched page would fail the test.
    const page = await (await browser.newContext({ baseURL })).newPage();
    const host = spawn(process.execPath, ['--import', 'tsx', 'demo/show/main.ts', apiUrl, baseURL ?? '']);
    let output = '';
    for (const stream of [host.stdout, host.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(host, 'exit');
    try {
      await expect.poll(() => output, { timeout: 60_000 }).toContain(`is live at ${baseURL}/streaming/inescalloway`);
      await page.goto('/streaming');
      await page
        .getByRole('link', { name: /Test pressing, side one/ })
        .first()
        .click();
      await waitForMovement(page);
      await expect(page.getByText('Evening. Tea is on, the needle is down.')).toBeVisible({ timeout: 30_000 });
    } finally {
      host.kill('SIGINT');
    }
    expect(await ended).toEqual([0, null]);
    await expect(page.getByText('The show has ended')).toBeVisible({ timeout: 30_000 });
  },
);

import { howBusy } from '../../tests/harness/how-busy';
import { expect, test } from './fixtures';
import { enterAs } from './mock';

/** Changed settings reach all processes within this time. */
const seenWithin = 10_000 * howBusy();

test(
  'maintenance mode closes every page to everyone, and a closed page reopens by itself',
  { tag: '@full' },
  async ({ page, context, baseURL, mock, refusals, request }) => {
    refusals.expectRefusal(503, '');
    await enterAs(context, baseURL, await mock.makeFan({ balance: 20 }));
    await page.goto('/home');
    await mock.control('/settings', { maintenanceMode: true });
    try {
      await expect.poll(async () => (await request.get('/creator')).status(), { timeout: seenWithin }).toBe(503);
      await page.goto('/wallet');
      await expect(page.getByRole('heading', { name: 'Back soon' })).toBeVisible();
    } finally {
      await mock.control('/settings', { maintenanceMode: false });
    }
    // The closed page polls and reopens by itself.
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('$20.00', { timeout: 2 * seenWithin });
  },
);

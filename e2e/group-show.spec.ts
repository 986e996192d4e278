import { makeCreator } from './accounts';
import { ageMinute } from './backdate-rows';
import { expect, test } from './fixtures';
import { startShow, waitForMovement } from './live-show';
import { enterAsPayer } from './payments';

// Promises M-22.
test(
  'a fan in a group show pays minute by minute until they leave',
  { tag: '@full' },
  async ({ browser, request, baseURL }) => {
    const host = await makeCreator(request);
    const camera = await browser.newPage({ baseURL });
    const { streamId, socket } = await startShow(camera, { request, host, type: 'group', minutePrice: 2 });
    const context = await browser.newContext({ baseURL });
    await enterAsPayer({ context, baseURL, request }, { dollars: 20 });
    const page = await context.newPage();
    await page.goto(`/streaming/${host.username}`);
    await expect(page.getByText('Join the group show to watch.')).toBeVisible();
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.getByRole('button', { name: 'Join for $2.00 a minute' }).click();
    const seat = page.getByRole('region', { name: 'Group show' });
    await expect(seat.getByText('Paid, 1 min')).toBeVisible();
    await waitForMovement(page);
    for (const minute of [2, 3]) {
      // Only fans whose socket is in the room pay a further minute.
      await ageMinute(streamId);
      await expect(seat.getByText(`Paid, ${minute} min`)).toBeVisible();
    }
    await waitForMovement(page);
    await seat.getByRole('button', { name: 'Leave' }).click();
    await expect(seat.getByText('3 minutes at $2.00')).toBeVisible();
    await expect(page.getByText('Join the group show to watch.')).toBeVisible();
    socket.close();
  },
);

import { createServer } from 'node:http';
import { enter, makeCreator } from './accounts';
import { expect, expectAccessible, test, type } from './fixtures';
import { takeShots } from './shots';

const port = Number(process.env.E2E_WEBHOOK_PORT ?? '3190');

test('a creator adds a webhook endpoint, sends a test and replays it; makes an API key, and revokes it', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const received: string[] = [];
  let status = 500;
  const server = createServer((incoming, response) => {
    received.push(String(incoming.headers['webhook-id']));
    response.writeHead(status).end('<b>not now</b>');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    const { token, apiUrl } = await makeCreator(request);
    await enter(context, baseURL, token);
    await page.goto('/creator/account?section=developer');
    await page.getByRole('link', { name: 'API keys and webhooks' }).click();

    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await type(page.getByLabel('Address of your server'), `http://127.0.0.1:${port}/hooks`);
    await takeShots(page, 'developer-endpoint-form');
    await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
    const secret = page.getByRole('dialog', { name: 'Secret of this endpoint' });
    await expect(secret.getByText(/^whsec_/)).toBeVisible();
    await secret.getByLabel('I have saved it').check();
    await secret.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByText('Failing')).toBeVisible();
    await page.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Deliveries' }).click();
    const deliveries = page.getByRole('dialog', { name: 'Deliveries' });
    await expect(deliveries.getByText('Retrying')).toBeVisible();
    await expect(deliveries.getByText('<b>not now</b>')).toBeVisible();
    await takeShots(page, 'developer-deliveries');
    await expectAccessible(page);
    status = 200;
    await deliveries.getByRole('button', { name: 'Replay Test' }).click();
    await expect(deliveries.getByText('Delivered')).toBeVisible();
    expect(received).toHaveLength(2);
    expect(new Set(received).size).toBe(1);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'New API key' }).click();
    await type(page.getByLabel('Name', { exact: true }), 'My script');
    await takeShots(page, 'developer-key-form');
    await page.getByRole('button', { name: 'Create key' }).click();
    const made = page.getByRole('dialog', { name: 'Your key “My script”' });
    const key = (await made.getByText(/^csp_/).textContent()) ?? '';
    await made.getByLabel('I have saved it').check();
    await made.getByRole('button', { name: 'Done' }).click();
    const ask = async () => (await request.get(`${apiUrl}/users/me`, { headers: { Authorization: key } })).status();
    expect(await ask()).toBe(200);
    await takeShots(page, 'developer');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Revoke My script' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await expect(page.getByText('No API keys yet')).toBeVisible();
    expect(await ask()).toBe(401);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

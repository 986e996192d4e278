import { expectAccessible } from '../fixtures';
import { takeShots } from '../shots';
import { expect, test, type } from './fixtures';
import { enterAs } from './mock';

test('a creator prepares a show and is told that the site has no streaming engine', async ({
  page,
  context,
  baseURL,
  mock,
  expectRefused,
}) => {
  const creator = await mock.makeCreator();
  await enterAs(context, baseURL, creator);
  // No streaming service is configured in this backend.
  expectRefused(400, '/streaming/agora/token');
  await page.goto('/creator/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Go live' }).click();
  await page.getByRole('button', { name: 'Turn on camera and microphone' }).click();
  await expect(page.getByText(/frames a second/)).toBeVisible();
  // In compatible backends, shows are always for subscribers, with or without a ticket.
  for (const name of ['Goal', 'Private shows', 'Record for a replay'])
    await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await type(page.getByLabel('Title'), 'Sunday loops');
  await page.getByLabel('Ticket', { exact: true }).selectOption({ label: 'Everyone needs a ticket' });
  await type(page.getByLabel('Ticket price'), '5');
  await expectAccessible(page);
  await takeShots(page, 'studio-family');
  await page.getByRole('button', { name: 'Go live', exact: true }).click();
  await expect(page.getByText(/Live video is not set up on this site yet/)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Sunday loops');
  const started = (await mock.readLog()).filter(({ method, path }) => method === 'POST' && path === '/streaming/live');
  expect(started).toHaveLength(1);
  await page.reload();
  await expect(page.getByLabel('Ticket price')).toHaveValue('5');
  await expect(page.getByLabel('Title')).toHaveValue('');
});

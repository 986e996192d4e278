import { expect, test, type } from './fixtures';
import { enterAs } from './mock';

test('an address form has all fields that the backend requires', async ({
  page,
  context,
  baseURL,
  mock,
  expectRefused,
}) => {
  // The backend cannot check addresses: the form tries once, then continues without.
  expectRefused(404, '/tax/validate-address');
  await enterAs(context, baseURL, await mock.makeFan());
  await page.goto('/user/addresses');
  await page.getByRole('button', { name: 'Add an address' }).click();
  const sheet = page.getByRole('dialog');
  const fields = {
    'Full name': 'Robin Vale',
    'House number': '12',
    Street: 'Harbour Road',
    'Ward or neighborhood': 'North',
    'District or county': 'Tower',
    City: 'Fresno',
    'State or region': 'California',
    'Postal code': '93701',
  };
  await sheet.getByLabel('Country').selectOption({ label: 'United States' });
  const checked = page.waitForResponse((reply) => reply.url().endsWith('/tax/validate-address'));
  for (const [label, text] of Object.entries(fields)) {
    await type(sheet.getByLabel(label, { exact: true }), text);
  }
  await checked;
  await sheet.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText(/Harbour Road/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Harbour Road/).first()).toBeVisible();
  await expect(page.getByText(/United States/).first()).toBeVisible();
});

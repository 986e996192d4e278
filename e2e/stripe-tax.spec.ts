import { enter, makeCreator, makeFan } from './accounts';
import { expect, expectAccessible, test } from './fixtures';
import { ask, getSheet } from './payments';
import { takeShots } from './shots';
import { fillByCard, serveStripePages, startStripeSite, type StripeSite } from './stripe-site';

let site: StripeSite;
test.beforeAll(async () => {
  site = await startStripeSite({ STRIPE_TAX: '1' });
});
test.afterAll(() => site.stop());
test.beforeEach(({ context }) => serveStripePages(context, site));

const home = { name: 'Ada Fenn', country: 'US', streetNumber: '' };

test(
  'an order is taxed by its full address; an address that Stripe does not know shows an error',
  { tag: '@full' },
  async ({ page, context, request, refusals }) => {
    const creator = await makeCreator(request, 'Mara Quill', site);
    const { _id } = await ask<{ _id: string }>(request, creator, 'POST', '/performer/performer-assets/products', {
      name: 'Field poppies',
      type: 'physical',
      price: '20',
      stock: '5',
      status: 'active',
    });
    const fan = await makeFan(request, 'Ada Fenn', site);
    await fillByCard(request, fan, 10);
    const fresno = { ...home, streetAddress: '1 Main St', city: 'Fresno', state: 'California' };
    // This postal code is in Oregon, not in California.
    await ask(request, fan, 'POST', '/addresses/create', { ...fresno, zipCode: '97201' });
    await ask(request, fan, 'POST', '/addresses/create', { ...fresno, name: 'Ada at work', zipCode: '93701' });
    await enter(context, site.url, fan.token);
    refusals.expectRefusal(400, '/orders/reservation');

    await page.goto(`${site.url}/product/${_id}`);
    await page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to cart' }).click();
    await page.goto(`${site.url}/cart`);
    await page.getByRole('button', { name: 'Checkout' }).click();
    const sheet = getSheet(page);
    await expect(sheet.getByRole('alert')).toContainText('We can’t find this address to work out its tax.');
    await expect(sheet.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
    await expectAccessible(page);
    await takeShots(page, 'tax-address');

    await sheet.getByRole('button', { name: 'Change the address' }).click();
    await sheet.getByRole('radio', { name: /Ada at work/ }).check();
    await sheet.getByRole('button', { name: 'Use this address' }).click();
    await expect(sheet.getByText('$1.45')).toBeVisible();
    await takeShots(page, 'tax-total');
    await sheet.getByRole('button', { name: 'Pay $21.45 by card' }).click();
    await page.waitForURL(/\/user\/orders\/[\da-f]{24}$/);
    expect(site.double.state.list('payment_intent').map(({ amount }) => Number(amount))).toContain(2_145);
  },
);

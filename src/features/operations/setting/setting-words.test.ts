import { describeSiteCommission, describeBounds, describeValue, explainRefusal } from './setting-words';

describe('describeValue', () => {
  it.each([
    ['commission', 0.175, '17.5%'],
    ['minimumTipPrice', 3, '$3.00'],
    ['holdingDays', 1, '1 day'],
    ['holdingDays', 7, '7 days'],
    ['maintenanceMode', false, 'Off'],
    ['geoBlock', true, 'On'],
    ['companyName', '', 'Not set'],
    ['siteName', 'Ovela', 'Ovela'],
    ['menus', [{ title: 'About', path: '/page/about', section: 'footer' }], '1 link'],
    ['commissions', {}, 'Same for all sales'],
    ['commissions', { tip: 0.1, feed: 0.25 }, 'Tips 10%, Posts 25%'],
    ['captchaForms', [], 'No form'],
    ['captchaForms', ['register', 'contact'], 'Contact form, Sign-up'],
  ] as const)('says %s = %j as %s', (key, value, text) => {
    expect(describeValue({ key, value })).toBe(text);
  });
});

describe('describeBounds', () => {
  it.each([
    ['commission', { min: 0, max: 1 }, 'From 0% to 100%.'],
    ['refundAnswerDays', { min: 1, max: 365 }, 'From 1 day to 365 days.'],
    ['companyName', { maxLength: 200 }, 'Up to 200 characters.'],
    ['minimumTipPrice', { min: 0, atMost: 'maximumTipPrice' }, 'Not above “Largest tip”.'],
    ['geoBlock', {}, ''],
  ] as const)('says those of %s', (key, bounds, text) => {
    expect(describeBounds({ key, bounds })).toBe(text);
  });
});

it('names settings in a refusal as the screen does', () => {
  expect(explainRefusal('minimumTipPrice', 'minimumTipPrice: minimumTipPrice would be above maximumTipPrice')).toBe(
    '“Smallest tip” would be above “Largest tip”. Nothing was changed.',
  );
  expect(explainRefusal('companyIban', 'companyIban: must be an IBAN in the SEPA area')).toBe(
    'Must be an IBAN in the SEPA area. Nothing was changed.',
  );
});

it('says the site’s commission with the kinds of sales that have another', () => {
  expect(describeSiteCommission(0.2, [])).toBe('20%, the site’s');
  expect(describeSiteCommission(0.2, [{ kind: 'subscription', commission: 0.15 }])).toBe(
    '20%, the site’s; Subscriptions 15%',
  );
});

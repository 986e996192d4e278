import { getCardEntryWay } from './card-entry';

const sandboxParts = ['payment', 'mail'];
const stripePublishableKey = 'pk_test_1';
const cardTokenUrl = 'https://cards.test/token';

describe('F-7: the receiver of card numbers', () => {
  it.each([
    ['service', { sandboxParts, stripePublishableKey }, cardTokenUrl],
    ['service', {}, cardTokenUrl],
    ['sandbox', { sandboxParts, stripePublishableKey }, null],
    ['stripe', { stripePublishableKey, paymentGateway: 'stripe' }, null],
    ['stripe', { stripePublishableKey, sandboxParts: ['mail'] }, null],
    ['none', { stripePublishableKey, paymentGateway: 'ccbill' }, null],
    ['none', { stripePublishableKey: '' }, null],
    ['none', { sandboxParts: ['mail'] }, null],
    ['none', {}, null],
  ] as const)('is %s with settings %j and token URL %s', (way, settings, url) => {
    const given = { ...settings, ...('sandboxParts' in settings && { sandboxParts: [...settings.sandboxParts] }) };
    expect(getCardEntryWay(given as Parameters<typeof getCardEntryWay>[0], { cardTokenUrl: url })).toBe(way);
  });
});

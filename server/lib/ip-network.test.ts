import { findCountryByIp, toNetworkKey, toWidestNetworkKey } from './ip-network';

it.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['::FFFF:808:808', 'US'],
  ['81.2.69.142', 'GB'],
  ['2001:4860:4860::8888', 'US'],
  ['2a02:8108::1', 'DE'],
  ['10.0.0.1', null],
  ['::1', null],
  ['fe80::1', null],
  ['', null],
  ['unknown', null],
])('%s is in %s', (ip, country) => expect(findCountryByIp(ip)).toBe(country));

it.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['0:0:0:0:0:FFFF:c000:207', '192.0.2.7', '192.0.2.7'],
  ['2001:0DB8::5:0:0:192.0.2.7', '2001:db8:0:5::/64', '2001:db8:0::/48'],
  ['fe80::1%br-0.100', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['0300.0.2.7', '0300.0.2.7', '0300.0.2.7'],
  ['unknown', 'unknown', 'unknown'],
])('%s counts as %s, and widely as %s', (ip, key, widest) => {
  expect([toNetworkKey(ip), toWidestNetworkKey(ip)]).toEqual([key, widest]);
});

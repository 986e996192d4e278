import { findCountryByIp } from './ip-network';

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

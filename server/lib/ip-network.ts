import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** An IPv4 address that was written as an IPv6 one, as dual-stack sockets do, is itself again. */
export function unmapped(ip: string): string {
  const [, dotted, high, low] = MAPPED.exec(ip) ?? [];
  if (dotted !== undefined) return dotted;
  if (high === undefined || low === undefined) return ip;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
}

/**
 * Whom an address stands for, when tries and calls are counted: an IPv4 address for itself, an IPv6 address for its network of 64
 * bits, since whoever has one address of it has them all.
 */
export function toNetworkKey(ip: string): string {
  const address = unmapped(ip);
  return isIPv6(address) ? firstGroups(address, 4) : address;
}

/**
 * The network of 48 bits that an IPv6 address is in: homes and companies are given as much, and with it 65,536 of 64 bits. Limits for
 * one caller count it, too, more generously. Undefined for IPv4 addresses and for what is no address.
 */
export function toWideNetworkKey(ip: string): string | undefined {
  const address = unmapped(ip);
  return isIPv6(address) ? firstGroups(address, 3) : undefined;
}

function firstGroups(address: string, count: number): string {
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  const first = groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/${16 * count}`;
}

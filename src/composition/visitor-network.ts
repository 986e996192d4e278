import type { IncomingMessage } from 'node:http';

/** Networks of trusted proxies, as a pattern, because browser bundles have no `node:net`. */
const OWN_NETWORKS = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:)/i;

const toPlainAddress = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/, '');

/**
 * The visitor's network for the render limiter. Visitors cannot forge it: a trusted proxy appends their address last. An IPv6
 * address counts as its /64 network, because one visitor can use all of its addresses.
 */
export function getVisitorNetwork({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const peer = toPlainAddress(socket.remoteAddress ?? '');
  const named = toPlainAddress(
    String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1) ?? '',
  );
  const address = OWN_NETWORKS.test(peer) && named !== '' ? named : peer;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

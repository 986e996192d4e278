import type { IncomingMessage } from 'node:http';

/** Machines of the operator's own, whose word on whom they speak for is taken. By hand: browsers' bundles know no `net`. */
const own = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:)/i;

const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/, '');

/**
 * Where a visitor comes from, when places are shared out: nothing that they can make up. A proxy of the operator's own names
 * them last; of an IPv6 address the network counts, since whoever has one address of it has them all.
 */
export function networkOfVisitor({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const peer = plain(socket.remoteAddress ?? '');
  const named = plain(
    String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1) ?? '',
  );
  const address = own.test(peer) && named !== '' ? named : peer;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

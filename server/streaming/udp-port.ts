import { createSocket } from 'node:dgram';
import { hasCode } from '../lib/error';

/** Checks a UDP port by binding it briefly. @returns its number; null if it is taken or not permitted. */
function probe(port: number, type: 'udp4' | 'udp6'): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(type);
    socket.once('error', (error) => {
      socket.close();
      if (hasCode(error, 'EADDRINUSE') || hasCode(error, 'EACCES')) resolve(null);
      // The machine has no IPv6, so try IPv4.
      else if (type === 'udp6') resolve(probe(port, 'udp4'));
      else reject(error);
    });
    socket.bind(port, () => {
      const bound = socket.address().port;
      socket.close(() => resolve(bound));
    });
  });
}

/** @param wanted 0 for any port. @returns a free UDP port: `wanted` unless it is taken. */
export async function findUdpPort(wanted: number): Promise<number> {
  const port = (await probe(wanted, 'udp6')) ?? (await probe(0, 'udp6'));
  if (port === null) throw new Error('No free UDP port.');
  return port;
}

import { createSocket } from 'node:dgram';
import { hasCode } from '../lib/error';

/** Binds a port of UDP for a moment. @returns its number; null when it is taken, or not for us. */
function probe(port: number, type: 'udp4' | 'udp6'): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(type);
    socket.once('error', (error) => {
      socket.close();
      if (hasCode(error, 'EADDRINUSE') || hasCode(error, 'EACCES')) resolve(null);
      // A machine without IPv6.
      else if (type === 'udp6') resolve(probe(port, 'udp4'));
      else reject(error);
    });
    socket.bind(port, () => {
      const bound = socket.address().port;
      socket.close(() => resolve(bound));
    });
  });
}

/**
 * @param wanted 0 for any.
 * @returns a port of UDP that nobody listens on: the one wanted, unless it is taken.
 */
export async function findUdpPort(wanted: number): Promise<number> {
  const port = (await probe(wanted, 'udp6')) ?? (await probe(0, 'udp6'));
  if (port === null) throw new Error('There is no port of UDP left.');
  return port;
}

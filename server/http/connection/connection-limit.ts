import type { Socket } from 'node:net';
import { toNetworkKey } from '../../lib/ip-network';
import { createRunningCounts } from '../../lib/counters';

/** Connections of one network, whose each is an open file. Browsers behind one address share it; each opens a handful. */
const MOST_CONNECTIONS = 1_000;

/**
 * Ends connections of a network that has too many, before anything is read from them: one that says nothing is no request that other
 * limits could count. Those of trusted proxies carry everybody's. Promises R-10.
 */
export function createConnectionLimit({
  isEnabled,
  trustsProxy,
}: {
  isEnabled: boolean;
  trustsProxy(address: string): boolean;
}): (socket: Socket) => void {
  const connections = createRunningCounts();
  return (socket) => {
    const address = socket.remoteAddress;
    if (!isEnabled || address === undefined || trustsProxy(address)) return;
    const network = toNetworkKey(address);
    if (connections.getCount(network) >= MOST_CONNECTIONS) socket.destroy();
    else socket.once('close', connections.enter(network));
  };
}

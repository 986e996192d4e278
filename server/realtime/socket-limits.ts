import type { Actor } from '../access';
import { isTooComplex } from '../http/sanitize-input';
import { toNetworkKey } from '../lib/ip-network';
import { createRunningCounts, createWindowBudget, createWindowBudgets, type WindowBudget } from '../lib/counters';

/** Maximum concurrent sockets. A person has some tabs and devices; an office or a school has a single address. */
const MAX_ACCOUNT_SOCKETS = 20;
const MAX_NETWORK_SOCKETS = 200;

/** Maximum events per window. Starting a video connection sends some dozens; typing is far slower. */
const EVENTS_OF_SOCKET = 200;
const EVENTS_OF_ACCOUNT = 500;
/** For all guests of a network, because after a restart every client logs in again. */
const EVENTS_OF_GUESTS = 1_000;
const WINDOW_MS = 10_000;

/** Maximum packets per window. Those of every type count, because even ignored ones were read. */
const PACKETS_OF_CONNECTION = 2_000;
const PACKETS_OF_NETWORK = 10_000;
/** Maximum per window. The largest event is a video offer of up to 60 KB; a host sends one of about 5 KB to each viewer. */
const MAX_CONNECTION_BYTES = 1_000_000;
const MAX_NETWORK_BYTES = 2_000_000;
const MAX_BODY_PACKETS = 500;
/** Separates packets in engine.io protocol 4. Version 3 has no separator, so its packets are counted one by one. */
const SEPARATOR = '\x1e';
/**
 * The head of a packet, before its JSON: its type, the number of attachments, and its namespace, which may contain anything.
 */
const PACKET_HEAD = /^(?:[56][^-]*-|\d)(?:\/[^,]*,)?/;
/** Type of the packet that opens a socket. socket.io protocol 5. */
const CONNECT = '0';
/** Maximum sockets opened per connection. A client opens one, and another one when it reconnects. */
const SOCKETS_OF_CONNECTION = 4;

/** Maximum queued events per socket. */
export const MAX_QUEUED = 50;
/** Budget points of an event that looks up an id that may not exist; this allows an account two per second. */
export const QUERY_POINTS = 25;

/** Counts the events of one socket; events beyond the budget are ignored. */
export const createEventBudget = (now?: () => number): WindowBudget =>
  createWindowBudget({ most: EVENTS_OF_SOCKET, windowMs: WINDOW_MS, now });

interface Traffic {
  takePacket(packet: { type: string; data?: unknown }): boolean;
  /** Called before the body is parsed. If it returns false, the connection is closed. */
  takeBody(body: unknown): boolean;
  takeBytes(count: number): boolean;
}

export interface SocketLimits {
  canConnect(address: string): boolean;
  enter(address: string): () => void;
  /** Counts the traffic of one connection. If a function returns false, the connection is closed. */
  countTraffic(address: string): Traffic;
  canJoin(sockets: number): boolean;
  /** Charges an event to the account, or to a guest's network. @returns false if that exceeds the budget */
  spend(speaker: { actor: Actor | null; address: string }, points?: number): boolean;
}

/** Processes that share Redis count an account's sockets together. Else each process counts alone, so two allow twice as much. */
export function createSocketLimits({ isEnabled }: { isEnabled: boolean }): SocketLimits {
  if (!isEnabled)
    return {
      canConnect: () => true,
      enter: () => () => undefined,
      countTraffic: () => ({ takePacket: () => true, takeBody: () => true, takeBytes: () => true }),
      canJoin: () => true,
      spend: () => true,
    };
  const connections = createRunningCounts();
  const takeFrom = createWindowBudgets(WINDOW_MS);
  return {
    canConnect: (address) => connections.getCount(toNetworkKey(address)) < MAX_NETWORK_SOCKETS,
    enter: (address) => connections.enter(toNetworkKey(address)),
    canJoin: (sockets) => sockets < MAX_ACCOUNT_SOCKETS,
    countTraffic(address) {
      const network = toNetworkKey(address);
      const takeOwnPacket = createWindowBudget({ most: PACKETS_OF_CONNECTION, windowMs: WINDOW_MS });
      const takeOwnBytes = createWindowBudget({ most: MAX_CONNECTION_BYTES, windowMs: WINDOW_MS });
      const takeBytes = (count: number) =>
        takeOwnBytes(count) && takeFrom(`bytes of ${network}`, MAX_NETWORK_BYTES, count);
      let sockets = 0;
      return {
        takeBytes,
        // No event has binary parts; those of old clients would be parsed byte by byte.
        takeBody: (body) =>
          typeof body === 'string' &&
          takeBytes(Buffer.byteLength(body)) &&
          body.split(SEPARATOR, MAX_BODY_PACKETS + 1).length <= MAX_BODY_PACKETS,
        takePacket({ type, data }) {
          const text = type === 'message' && typeof data === 'string' ? data : '';
          if (text.startsWith(CONNECT)) sockets += 1;
          if (sockets > SOCKETS_OF_CONNECTION || !takeOwnPacket()) return false;
          return takeFrom(`packets of ${network}`, PACKETS_OF_NETWORK) && !isTooComplex(text.replace(PACKET_HEAD, ''));
        },
      };
    },
    spend({ actor, address }, points) {
      const most = actor ? EVENTS_OF_ACCOUNT : EVENTS_OF_GUESTS;
      return takeFrom(actor?.id ?? toNetworkKey(address), most, points);
    },
  };
}

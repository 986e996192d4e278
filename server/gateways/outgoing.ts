import { lookup as findAddresses, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, request } from 'undici';
import type { Env } from '../env';

const TIMEOUT_MS = 10_000;
/** Bytes of a reply that are read; the rest is not fetched. */
const MAX_REPLY_BYTES = 64 * 1024;

/** The address is none that we send to. Retrying does not help. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export interface OutgoingRequest {
  method: 'POST' | 'GET';
  headers: Record<string, string>;
  body?: Buffer | string;
}

interface OutgoingReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The first 64 KB. */
  text: string;
}

export interface Outgoing {
  /** False for addresses that `send` would refuse without a lookup. */
  accepts(address: string): boolean;
  /**
   * Sends to an address that somebody else chose. A redirect is returned as it is, never followed.
   * @throws AddressRefused unless it is https at a public address
   */
  send(address: string, request: OutgoingRequest): Promise<OutgoingReply>;
  close(): Promise<void>;
}

export type FindAddresses = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found?: LookupAddress[]) => void,
) => void;

/**
 * The only way to addresses that users enter, such as those of push services and webhooks. The check is part of the connection's
 * own lookup, so an answer of the DNS that changes afterwards leads nowhere else. Promises F-6.
 *
 * @param env.OUTGOING_ALLOW `host:port` of services of tests, which can be http and private
 */
export function createOutgoing(
  { OUTGOING_ALLOW }: Pick<Env, 'OUTGOING_ALLOW'>,
  find: FindAddresses = findAddresses,
): Outgoing {
  const isAllowed = (url: URL | null) => url !== null && OUTGOING_ALLOW.includes(url.host);
  const findFault = (url: URL | null) => (isAllowed(url) ? null : findAddressFault(url));
  const open = new Agent();
  const guarded = new Agent({ connect: { lookup: createPublicLookup(find), timeout: TIMEOUT_MS } });
  return {
    accepts: (address) => findFault(readUrl(address)) === null,

    async send(address, { method, headers, body }) {
      const url = readUrl(address);
      const fault = findFault(url);
      if (fault !== null || !url) throw new AddressRefused(fault ?? 'Not an address');
      const reply = await request(url, {
        method,
        headers,
        body: body ?? null,
        dispatcher: isAllowed(url) ? open : guarded,
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(2 * TIMEOUT_MS),
      });
      return { status: reply.statusCode, headers: reply.headers, text: await readStart(reply.body) };
    },
    async close() {
      await Promise.all([open.close(), guarded.close()]);
    },
  };
}

const readUrl = (address: string): URL | null => (URL.canParse(address) ? new URL(address) : null);

/** @returns why nothing is sent there, or null. Names are checked later, by the lookup. */
function findAddressFault(url: URL | null): string | null {
  if (!url) return 'Not an address';
  if (url.protocol !== 'https:') return `${url.host}: only https`;
  if (url.username || url.password) return `${url.host}: no passwords in addresses`;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) && !isPublic(host) ? `${host} is not public` : null;
}

/** Also false for addresses that wrap others, as in NAT64. */
const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

function createPublicLookup(find: FindAddresses) {
  return (
    host: string,
    { all }: { all?: boolean },
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ) =>
    // No addresses arrive if the lookup failed.
    find(host, { all: true }, (error, found = []) => {
      const isRefused = !error && (found.length === 0 || !found.every(({ address }) => isPublic(address)));
      const [first] = found;
      if (error || isRefused || !first) done(error ?? new AddressRefused(`${host} is not public`), []);
      else if (all) done(null, found);
      else done(null, first.address, first.family);
    });
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size >= MAX_REPLY_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, MAX_REPLY_BYTES).toString('utf8');
}

import { BlockList, isIP } from 'node:net';

/** True if this address is trusted to name the client for which it forwards a request. */
export type TrustsProxy = (address: string) => boolean;

const local = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'];
const words = new Map<string, readonly string[]>([
  ['loopback', ['127.0.0.0/8', '::1/128']],
  ['private', local],
  ['1', local],
  ['true', local],
]);

/**
 * This machine is part of every list, because the web app calls from here. `0` trusts no other address; `1` is short for
 * `private`. @throws Error that names an invalid entry
 */
export function readTrustedProxies(text: string): TrustsProxy {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  if (entries.length === 1 && /^(0|false)$/.test(entries[0] ?? '')) return () => false;
  const list = new BlockList();
  for (const entry of ['loopback', ...entries]) {
    for (const network of words.get(entry) ?? [entry]) add(list, network);
  }
  return (address) => {
    const family = isIP(address);
    // This also finds IPv4-mapped IPv6 addresses in IPv4 networks.
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

function add(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/');
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (family === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > most) {
    throw new Error(`TRUST_PROXY: ${network} is neither an address nor a network`);
  }
  list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
}

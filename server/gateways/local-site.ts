import { isIPv4 } from 'node:net';
import type { Env } from '../env';

/** Names and addresses that lead to this machine or its private network, wherever they are asked. RFC 1918, 6761, 6762. */
const isLocal = (host: string) =>
  isIPv4(host)
    ? /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host)
    : /^(localhost|\[::1\])$|\.(localhost|local|test)$/.test(host);

/** Whether people reach the site on one machine or in a private network only: where sandboxes may stand for companies. */
export const isLocalSite = ({ WEB_PUBLIC_URL }: Pick<Env, 'WEB_PUBLIC_URL'>): boolean =>
  isLocal(new URL(WEB_PUBLIC_URL).hostname);

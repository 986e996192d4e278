import { createHmac } from 'node:crypto';
import type { EndpointData } from '@contract/schemas';
import type { Env } from '../env';

type Access = Extract<EndpointData<'createStreamAccess'>, { engine: 'embedded' }>;

/**
 * STUN and TURN servers for one browser. For a server with a `secret`, creates credentials that expire after `seconds`, in the
 * format of coturn's `use-auth-secret`. With fixed credentials, anyone could use the server forever.
 */
export const listIceServers = (
  servers: Env['STREAM_ICE_SERVERS'],
  { now, seconds }: { now: Date; seconds: number },
): Access['iceServers'] =>
  servers.map(({ secret, ...server }) => {
    if (secret === undefined) return server;
    const username = `${Math.floor(now.getTime() / 1000) + seconds}:show`;
    return { ...server, username, credential: createHmac('sha1', secret).update(username).digest('base64') };
  });

import { createHash } from 'node:crypto';
// A CommonJS package whose named exports Node does not detect.
import agora from 'agora-token';
import { z } from 'zod';
import { sendJson } from './call-service';
import { createEngineRequests } from './engine-requests';
import type { AccessRequest, StreamingGateway } from './streaming';
import { withoutOwnEngine, type EngineDeps } from './streaming-elsewhere';

const API_URL = 'https://api.agora.io';

/** Limits of Agora for a ban. docs.agora.io/en/api-reference/api-ref/rtc/create-ban-rule */
const RULE_SECONDS = { min: 10, max: 86_430 };
/** Lifetime of the tokens of old clients: an ended session stays closed for as long. */
const ENDED_SECONDS = 3600;

export interface AgoraAccount {
  appId: string;
  certificate: string;
  /** For server requests; without them, a removed viewer stays until their token expires. */
  customer: { id: string; secret: string } | null;
  /** For tests. */
  apiUrl?: string | undefined;
}

const Rule = z.object({ id: z.number() });

interface Ban {
  /** Null until Agora has replied. */
  ruleId: number | null;
  /** Milliseconds since 1970. */
  until: number;
  isLifted: boolean;
}

// Agora takes 0 for any user.
const toUid = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) || 1;

/** A viewer's id at Agora, shared by all of their tabs; Agora connects only the newest. */
export const toViewerUid = (viewer: string): number => toUid(`viewer ${viewer}`);
/** The id of a session's host at Agora. Not their id as a viewer, so that watching their own show does not end it. */
export const toHostUid = (sessionId: string): number => toUid(`host ${sessionId}`);

/** Shows through Agora. The API only creates tokens; browsers connect directly to Agora. */
export function createAgoraStreaming(account: AgoraAccount, { now, failures, retryMs }: EngineDeps): StreamingGateway {
  const { appId, certificate, customer, apiUrl = API_URL } = account;
  const requests = createEngineRequests({ name: 'Agora', failures, retryMs });
  /** Accounts that were given access as a host, by session. */
  const hosts = new Map<string, Set<string>>();
  /** Bans by session and id; lifted when the viewer may enter again. */
  const bans = new Map<string, Ban>();
  /** The longest lifetime so far. */
  let tokenSeconds = RULE_SECONDS.min;

  const createToken = (
    channel: string,
    uid: number,
    { as, seconds }: Pick<AccessRequest, 'as' | 'seconds'>,
  ): string => {
    const role = as === 'host' ? agora.RtcRole.PUBLISHER : agora.RtcRole.SUBSCRIBER;
    return agora.RtcTokenBuilder.buildTokenWithUid(appId, certificate, channel, uid, role, seconds, seconds);
  };

  const sendRule = (method: 'POST' | 'DELETE', fields: object, { id, secret }: NonNullable<typeof customer>) =>
    sendJson(new URL('/dev/v1/kicking-rule', apiUrl), {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: { appid: appId, ...fields },
    });

  const sendBan = (who: { cname: string; uid?: number }, seconds: number, by: NonNullable<typeof customer>) =>
    sendRule('POST', { ...who, time_in_seconds: seconds, privileges: ['join_channel'] }, by);

  function banViewer(cname: string, uid: number): void {
    if (!customer) return;
    const seconds = Math.min(tokenSeconds, RULE_SECONDS.max);
    const ban: Ban = { ruleId: null, until: now().getTime() + seconds * 1000, isLifted: false };
    bans.set(`${cname} ${uid}`, ban);
    requests.send(async () => {
      if (ban.isLifted) return;
      const { id } = Rule.parse(await sendBan({ cname, uid }, seconds, customer));
      ban.ruleId = id;
      if (ban.isLifted) await sendRule('DELETE', { id }, customer);
    });
  }

  /** Lets a viewer back in before the old token has expired. */
  function liftBan(key: string): void {
    const ban = bans.get(key);
    if (!ban || !customer) return;
    bans.delete(key);
    ban.isLifted = true;
    const { ruleId, until } = ban;
    if (ruleId !== null && until > now().getTime())
      requests.send(async () => void (await sendRule('DELETE', { id: ruleId }, customer)));
  }

  return {
    ...withoutOwnEngine,
    engine: 'agora',
    livekitUrl: null,
    agora: {
      appId,
      createToken: ({ sessionId, ...request }) => createToken(sessionId, 0, request),
    },

    async createAccess({ sessionId: channel, viewer, as, seconds }) {
      tokenSeconds = Math.max(tokenSeconds, seconds);
      if (as === 'host') hosts.set(channel, (hosts.get(channel) ?? new Set()).add(viewer));
      const hostUid = toHostUid(channel);
      const uid = as === 'host' ? hostUid : toViewerUid(viewer);
      liftBan(`${channel} ${uid}`);
      const token = createToken(channel, uid, { as, seconds });
      const expiresAt = new Date(now().getTime() + seconds * 1000).toISOString();
      return { engine: 'agora', appId, channel, uid, hostUid, token, expiresAt };
    },

    async remove(sessionId, viewer) {
      banViewer(sessionId, toViewerUid(viewer));
      if (hosts.get(sessionId)?.has(viewer)) banViewer(sessionId, toHostUid(sessionId));
    },

    async end(sessionId) {
      if (customer) requests.send(async () => void (await sendBan({ cname: sessionId }, ENDED_SECONDS, customer)));
      hosts.delete(sessionId);
      for (const key of bans.keys()) if (key.startsWith(`${sessionId} `)) bans.delete(key);
    },

    close: () => requests.close(),
  };
}

import { z } from 'zod';
import { sendJson } from './call-service';
import type { createEngineRequests } from './engine-requests';

const API_URL = 'https://api.agora.io';

/** Shortest and longest ban that Agora accepts. docs.agora.io/en/api-reference/api-ref/rtc/create-ban-rule */
const RULE_SECONDS = { min: 10, max: 86_430 };
/** How long old clients' tokens are valid. Ended sessions are banned for that long. */
const ENDED_SECONDS = 3600;

const Rule = z.object({ id: z.number() });

interface Ban {
  /** Agora's id for the ban; null until Agora has replied. */
  ruleId: number | null;
  /** Milliseconds since 1970. */
  until: number;
  isLifted: boolean;
}

export interface AgoraApi {
  appId: string;
  /** Credentials of Agora's REST API. Without them, removed viewers stay until their token expires. */
  customer: { id: string; secret: string } | null;
  /** Set by tests only. */
  apiUrl?: string | undefined;
}

interface BanDeps {
  now(): Date;
  requests: Pick<ReturnType<typeof createEngineRequests>, 'send'>;
}

/** Bans removed viewers at Agora until their tokens have expired. */
export function createAgoraBans({ appId, customer, apiUrl = API_URL }: AgoraApi, { now, requests }: BanDeps) {
  /** By session and Agora's id of the viewer. */
  const bans = new Map<string, Ban>();
  /** The longest lifetime of any token issued so far. */
  let tokenSeconds = RULE_SECONDS.min;

  const sendRule = (method: 'POST' | 'DELETE', fields: object, { id, secret }: NonNullable<typeof customer>) =>
    sendJson(new URL('/dev/v1/kicking-rule', apiUrl), {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: { appid: appId, ...fields },
    });

  const sendBan = (who: { cname: string; uid?: number }, seconds: number, by: NonNullable<typeof customer>) =>
    sendRule('POST', { ...who, time_in_seconds: seconds, privileges: ['join_channel'] }, by);

  function add(cname: string, uid: number): void {
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

  /** Ends a viewer's ban early, when they get access again. */
  function lift(cname: string, uid: number): void {
    const key = `${cname} ${uid}`;
    const ban = bans.get(key);
    if (!ban || !customer) return;
    bans.delete(key);
    ban.isLifted = true;
    const { ruleId, until } = ban;
    if (ruleId !== null && until > now().getTime())
      requests.send(async () => void (await sendRule('DELETE', { id: ruleId }, customer)));
  }

  return {
    add,
    lift,

    /** Records the lifetime of an issued token: later bans last as long as the longest-lived one. */
    cover(seconds: number): void {
      tokenSeconds = Math.max(tokenSeconds, seconds);
    },

    closeChannel(cname: string): void {
      if (customer) requests.send(async () => void (await sendBan({ cname }, ENDED_SECONDS, customer)));
      for (const key of bans.keys()) if (key.startsWith(`${cname} `)) bans.delete(key);
    },
  };
}

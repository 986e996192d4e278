import type { FastifyRequest } from 'fastify';
import type { Access, Route } from '@contract/base/define';
import type { EndpointName } from '@contract/schemas';
import type { Actor } from '../access';
import { AppError } from '../errors';
import type { FindCountry } from './caller-country';
import { getRateClass, type ConsumeRateLimit, type RateClass } from './rate-limits';
import { assertNotClosing, type AssertOpen, type FindActor } from './site-availability';

export interface AdmitContext {
  findActor: FindActor;
  findCallerCountry: FindCountry;
  /** Refuses callers while the site is closed to them. */
  assertOpen: AssertOpen;
  consumeRateLimit: ConsumeRateLimit;
}

/**
 * The one door of all calls: who it is, whether they may make this call, whether the site is open to them, and not too often.
 * What it finds is `request.call`.
 *
 * @param rateClass for a call that is counted otherwise than its route says.
 * @throws AppError as each of these refuses
 */
export async function authorizeRequest(
  request: FastifyRequest,
  route: Route<EndpointName>,
  { findActor, findCallerCountry, assertOpen, consumeRateLimit }: AdmitContext,
  rateClass: RateClass = getRateClass(route, request.query),
): Promise<void> {
  const token = readToken(request);
  const { ip } = request;
  const actor = await authenticate({ token, ip }, route.access, findActor);
  request.call = { token, actor, ip, country: await findCallerCountry(request), rateClass };
  await assertOpen(route.name, route.access, request.call);
  assertNotClosing(route, actor);
  await consumeRateLimit(rateClass, actor?.id ?? ip);
}

/** What clients send that have no token; an upload sends nothing at all. Wire contract 1.4. */
const absent = new Set(['', 'null', 'undefined']);

/**
 * The raw token of a request: the `Authorization` header, with or without `Bearer`, or, where that says nothing, the query
 * parameter of the same name. Wire contract 1.4.
 */
function readToken(request: FastifyRequest): string | null {
  const query = request.query as Record<string, unknown> | undefined;
  for (const raw of [request.headers.authorization, query?.['Authorization']]) {
    const token = typeof raw === 'string' ? raw.replace(/^Bearer(?:\s+|$)/i, '').trim() : '';
    if (!absent.has(token)) return token;
  }
  return null;
}

/**
 * The same for addresses that browsers open by themselves (pictures, downloads): they send no header, but where the web app
 * is on the same host they send the cookie in which it keeps its token.
 */
export function readTokenOrCookie(request: FastifyRequest): string | null {
  // Tokens consist of letters, digits, dash and underscore, so the cookie is never encoded.
  const [, fromCookie] = /(?:^|;\s*)token=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  return readToken(request) ?? fromCookie ?? null;
}

/**
 * Finds who calls and refuses whom the call is not for.
 *
 * @returns the actor, or null for a stranger where strangers may call.
 * @throws AppError UNAUTHORIZED for a missing or dead token, FORBIDDEN_ROLE for the wrong role. Wire contract 6.
 */
async function authenticate(
  { token, ip }: { token: string | null; ip: string },
  access: Access,
  findActor: FindActor,
): Promise<Actor | null> {
  if (access === 'public') return null;
  const actor = token === null ? null : await findActor(token, ip);
  if (!actor) {
    if (access === 'optional' && token === null) return null;
    throw new AppError('UNAUTHORIZED');
  }
  if (!canCall(actor, access)) throw new AppError('FORBIDDEN_ROLE');
  return actor;
}

function canCall(actor: Actor, access: Access): boolean {
  switch (access) {
    case 'public':
    case 'optional':
    case 'signedIn':
      return true;
    case 'user':
      return actor.kind === 'user';
    case 'performer':
      return actor.kind === 'performer';
    case 'admin':
      return actor.isAdmin;
  }
}

import type { FastifyRequest } from 'fastify';
import type { Access, Route } from '@contract/base/define';
import { findKeyScope } from '@contract/key-access';
import type { EndpointName } from '@contract/schemas';
import { isOperator, may, type Actor } from '../access';
import { AppError } from '../errors';
import type { FindCountry } from './caller-country';
import { getRateClass, type ConsumeRateLimit, type RateClass } from './rate-limits';

export interface AdmitContext {
  /** Finds no account for an API key. */
  findActor: FindActor;
  /** Like `findActor`, and for API keys. Callers of it check `keyScopes`. */
  findCaller: FindActor;
  findCallerCountry: FindCountry;
  assertOpen: AssertOpen;
  consumeRateLimit: ConsumeRateLimit;
  /** @throws AppError FRESH_LOGIN_REQUIRED */
  assertFresh(actor: Actor): Promise<void>;
}

/**
 * Authenticates, then checks role, country, maintenance, pending deletion and rate limit. `rateClass` overrides the route's
 * class.
 */
export async function authorizeRequest(
  request: FastifyRequest,
  route: Route<EndpointName>,
  { findCaller, findCallerCountry, assertOpen, consumeRateLimit, assertFresh }: AdmitContext,
  rateClass: RateClass = getRateClass(route, request.query),
): Promise<void> {
  const token = readToken(request);
  const { ip } = request;
  const actor = await authenticate({ token, ip }, route, findCaller);
  request.call = { token, actor, ip, country: await findCallerCountry(request), rateClass };
  await assertOpen(route.name, route.access, request.call);
  assertNotClosing(route, actor);
  await consumeRateLimit(rateClass, actor?.id ?? ip);
  if (route.proved && actor) await assertFresh(actor);
}

/** Sent by clients without a token. Wire contract 1.4. */
const absent = new Set(['', 'null', 'undefined']);

/** Reads the `Authorization` header, with or without `Bearer`, or else the query parameter of that name. Wire contract 1.4. */
function readToken(request: FastifyRequest): string | null {
  const query = request.query as Record<string, unknown> | undefined;
  for (const raw of [request.headers.authorization, query?.['Authorization']]) {
    const token = typeof raw === 'string' ? raw.replace(/^Bearer(?:\s+|$)/i, '').trim() : '';
    if (!absent.has(token)) return token;
  }
  return null;
}

/**
 * For URLs that browsers open without a header (images, downloads): falls back to the web app's cookie, sent if it has the same
 * host.
 */
export function readTokenOrCookie(request: FastifyRequest): string | null {
  // Tokens contain only letters, digits, dash and underscore, so the cookie is never encoded.
  const [, fromCookie] = /(?:^|;\s*)token=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  return readToken(request) ?? fromCookie ?? null;
}

/**
 * @throws AppError UNAUTHORIZED for a missing or invalid token, KEY_NOT_ALLOWED and KEY_SCOPE_MISSING for an API key,
 * FORBIDDEN_ROLE for the wrong role. Wire contract 6.
 */
async function authenticate(
  { token, ip }: { token: string | null; ip: string },
  route: Route,
  findCaller: FindActor,
): Promise<Actor | null> {
  const { access } = route;
  if (access === 'public') return null;
  const actor = token === null ? null : await findCaller(token, ip);
  if (!actor) {
    if (access === 'optional' && token === null) return null;
    throw new AppError('UNAUTHORIZED');
  }
  assertKeyAllows(actor, route);
  if (!canCall(actor, route)) throw new AppError('FORBIDDEN_ROLE');
  return actor;
}

function assertKeyAllows({ keyScopes }: Actor, route: Route): void {
  if (!keyScopes) return;
  const scope = findKeyScope(route);
  if (scope === null) throw new AppError('KEY_NOT_ALLOWED');
  if (!keyScopes.includes(scope))
    throw new AppError('KEY_SCOPE_MISSING', { message: `This API key lacks the scope ${scope}.` });
}

function canCall(actor: Actor, { access, permission }: Route): boolean {
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
      return permission !== undefined && may(actor, permission);
  }
}

export interface SiteState {
  isInMaintenance: boolean;
  /** Shown while the site is closed; empty for the default text. */
  message: string;
  /** Expected end of the maintenance; null if unknown. */
  until: Date | null;
  blockedCountries: ReadonlySet<string>;
}

export interface GateCall {
  actor: Actor | null;
  token: string | null;
  ip: string;
  country: string | null;
}

/** Resolves a token; null if it is unknown, ended or expired. Passed in, because this layer imports no modules. */
export type FindActor = (token: string, address: string) => Promise<Actor | null>;

export type AssertOpen = (name: EndpointName, access: Access, call: GateCall) => Promise<void>;

/** Available while the site is closed: pages explain the closure, and administrators log in. */
const alwaysOpen: ReadonlySet<EndpointName> = new Set([
  'getSettings', 'getSettingValues', 'checkCountryBlock', 'sendContactMessage', 'createCaptchaChallenge', 'verifyCaptcha',
  'login', 'logout', 'getMe',
] satisfies EndpointName[]); // prettier-ignore

/** Why the site is closed to everyone but administrators; null if it is open. */
function findClosure(gate: SiteState, country: string | null, now: Date): AppError | null {
  if (country !== null && gate.blockedCountries.has(country)) return new AppError('COUNTRY_BLOCKED');
  if (!gate.isInMaintenance) return null;
  const seconds = gate.until && Math.ceil((gate.until.getTime() - now.getTime()) / 1000);
  return new AppError('MAINTENANCE', {
    ...(gate.message !== '' && { message: gate.message }),
    ...(seconds !== null && seconds > 0 && { details: { retryAfterSeconds: seconds } }),
  });
}

export interface SiteGate {
  assertOpen: AssertOpen;
  /** Like `assertOpen`, for sockets. */
  isClosedTo(actor: Actor | null, country: string | null): Promise<boolean>;
  /**
   * For media, which the maintenance page may show. Resolves the token only if the country is blocked. @throws AppError
   * COUNTRY_BLOCKED
   */
  assertCountryOpen(caller: { token: string | null; ip: string }, country: string | null): Promise<void>;
}

/**
 * Administrators pass, even on routes without authentication. `readAvailability` runs for every request, so it must be cached.
 * `assertOpen` throws AppError COUNTRY_BLOCKED (403) or MAINTENANCE (503).
 */
export function createSiteAvailability(options: {
  readAvailability(): Promise<SiteState>;
  findActor: FindActor;
  now(): Date;
}): SiteGate {
  return {
    async assertOpen(name, access, { actor, token, ip, country }) {
      if (alwaysOpen.has(name) || isOperator(actor)) return;
      const closure = findClosure(await options.readAvailability(), country, options.now());
      if (!closure) return;
      const caller = access === 'public' && token !== null ? await options.findActor(token, ip) : actor;
      if (!isOperator(caller)) throw closure;
    },
    isClosedTo: async (actor, country) =>
      !isOperator(actor) && findClosure(await options.readAvailability(), country, options.now()) !== null,
    async assertCountryOpen({ token, ip }, country) {
      if (country === null || !(await options.readAvailability()).blockedCountries.has(country)) return;
      const caller = token === null ? null : await options.findActor(token, ip);
      if (!isOperator(caller)) throw new AppError('COUNTRY_BLOCKED');
    },
  };
}

/** Writes that remain possible for an account with a pending deletion. */
const mayStill: ReadonlySet<string> = new Set([
  'cancelDeletion', 'requestDeletion', 'requestDataExport', 'logout', 'endSession', 'endOtherSessions',
  'confirmIdentity', 'sendConfirmationCode', 'updatePassword',
] satisfies EndpointName[]); // prettier-ignore

/** @throws AppError ACCOUNT_CLOSING for writes before a planned deletion, ACCOUNT_ERASING for any request during the deletion */
function assertNotClosing({ name, method }: Route, actor: Actor | null): void {
  if (actor?.isErasing && name !== 'logout') throw new AppError('ACCOUNT_ERASING');
  if (actor?.isClosing && method !== 'GET' && !mayStill.has(name)) throw new AppError('ACCOUNT_CLOSING');
}

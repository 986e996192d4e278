import type { FastifyRequest } from 'fastify';
import type { Access, Route } from '@contract/base/define';
import type { EndpointName } from '@contract/schemas';
import type { Actor } from '../access';
import { AppError } from '../errors';
import type { FindCountry } from './caller-country';
import { getRateClass, type ConsumeRateLimit, type RateClass } from './rate-limits';

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

/** When the site is closed, and to whom. */
export interface SiteState {
  isInMaintenance: boolean;
  /** Shown while the site is closed; empty for the usual words. */
  message: string;
  /** When the site expects to be back; null when nobody knows. */
  until: Date | null;
  /** Two-letter codes the whole site is closed to. */
  blockedCountries: ReadonlySet<string>;
}

export interface GateCall {
  actor: Actor | null;
  token: string | null;
  ip: string;
  country: string | null;
}

/**
 * Looks a token up that came from an address; null when it is unknown, ended or expired. Given by the app, so that this
 * room knows no module.
 */
export type FindActor = (token: string, address: string) => Promise<Actor | null>;

export type AssertOpen = (name: EndpointName, access: Access, call: GateCall) => Promise<void>;

/** A closed site still answers these: its pages say that it is closed, and its administrators log in. */
const alwaysOpen: ReadonlySet<EndpointName> = new Set([
  'getSettings', 'getSettingValues', 'checkCountryBlock', 'sendContactMessage', 'createCaptchaChallenge', 'verifyCaptcha',
  'login', 'logout', 'getMe',
] satisfies EndpointName[]); // prettier-ignore

/** Why the site is closed to a caller who is no administrator; null while it is open. */
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
  /** The same question for sockets. */
  isClosedTo(actor: Actor | null, country: string | null): Promise<boolean>;
  /**
   * For media, which maintenance leaves open: a page that says so may have pictures.
   *
   * @param caller whose token is only looked at where the site is closed.
   * @throws AppError COUNTRY_BLOCKED
   */
  assertCountryOpen(caller: { token: string | null; ip: string }, country: string | null): Promise<void>;
}

/**
 * The geo-block and maintenance screens are drawn by the client; this is the same rule where it counts.
 *
 * @param options.readAvailability asked on every call: it answers from memory.
 * @returns checks, of which the first throws AppError COUNTRY_BLOCKED (403) or MAINTENANCE (503). Administrators pass,
 * also where a call does not read who makes it.
 */
export function createSiteAvailability(options: {
  readAvailability(): Promise<SiteState>;
  findActor: FindActor;
  now(): Date;
}): SiteGate {
  return {
    async assertOpen(name, access, { actor, token, ip, country }) {
      if (alwaysOpen.has(name) || actor?.isAdmin) return;
      const closure = findClosure(await options.readAvailability(), country, options.now());
      if (!closure) return;
      const caller = access === 'public' && token !== null ? await options.findActor(token, ip) : actor;
      if (!caller?.isAdmin) throw closure;
    },
    isClosedTo: async (actor, country) =>
      !actor?.isAdmin && findClosure(await options.readAvailability(), country, options.now()) !== null,
    async assertCountryOpen({ token, ip }, country) {
      if (country === null || !(await options.readAvailability()).blockedCountries.has(country)) return;
      const caller = token === null ? null : await options.findActor(token, ip);
      if (!caller?.isAdmin) throw new AppError('COUNTRY_BLOCKED');
    },
  };
}

/** An account that is about to be deleted can still make these calls, besides reading. */
const mayStill: ReadonlySet<string> = new Set([
  'cancelDeletion', 'requestDeletion', 'requestDataExport', 'logout', 'endSession', 'endOtherSessions',
  'confirmIdentity', 'sendConfirmationCode', 'updatePassword',
] satisfies EndpointName[]); // prettier-ignore

/**
 * @throws AppError ACCOUNT_CLOSING for a call that would change something for an account on its way out, ACCOUNT_ERASING for
 * every call of one that is being deleted.
 */
function assertNotClosing({ name, method }: Route, actor: Actor | null): void {
  if (actor?.isErasing && name !== 'logout') throw new AppError('ACCOUNT_ERASING');
  if (actor?.isClosing && method !== 'GET' && !mayStill.has(name)) throw new AppError('ACCOUNT_CLOSING');
}

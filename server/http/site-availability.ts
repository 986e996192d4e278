import type { Access, Route } from '@contract/base/define';
import type { EndpointName } from '@contract/schemas';
import type { Actor } from '../access';
import { AppError } from '../errors';

/** When the site is closed, and to whom. */
export interface SiteState {
  isInMaintenance: boolean;
  /** What is said meanwhile; empty for the usual words. */
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

/** What a closed site still answers: the pages that say so, and a way in for its administrators. */
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

/** What an account that is about to be deleted may still do besides reading. */
const mayStill: ReadonlySet<string> = new Set([
  'cancelDeletion', 'requestDeletion', 'requestDataExport', 'logout', 'endSession', 'endOtherSessions',
  'confirmIdentity', 'sendConfirmationCode', 'updatePassword',
] satisfies EndpointName[]); // prettier-ignore

/**
 * @throws AppError ACCOUNT_CLOSING for a call that would change something for an account on its way out, ACCOUNT_ERASING for
 * every call of one that is being deleted.
 */
export function assertNotClosing({ name, method }: Route, actor: Actor | null): void {
  if (actor?.isErasing && name !== 'logout') throw new AppError('ACCOUNT_ERASING');
  if (actor?.isClosing && method !== 'GET' && !mayStill.has(name)) throw new AppError('ACCOUNT_CLOSING');
}

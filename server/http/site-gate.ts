import type { EndpointName } from '@contract/schemas';
import type { Actor } from '../access';
import { AppError } from '../errors';

/** When the site is closed, and to whom. */
export interface Gate {
  isInMaintenance: boolean;
  /** Two-letter codes the whole site is closed to. */
  blockedCountries: ReadonlySet<string>;
}

export type AssertOpen = (name: EndpointName, call: { actor: Actor | null; country: string | null }) => Promise<void>;

/** What a closed site still answers: the pages that say so, and a way in for its administrators. */
const alwaysOpen: ReadonlySet<EndpointName> = new Set([
  'getSettings', 'getSettingValues', 'checkCountryBlock', 'sendContactMessage', 'login', 'logout', 'getMe',
] satisfies EndpointName[]); // prettier-ignore

/**
 * The geo-block and maintenance screens are drawn by the client; this is the same rule where it counts.
 *
 * @param readGate asked on every call: it answers from memory.
 * @returns a check that throws AppError COUNTRY_BLOCKED or MAINTENANCE. Administrators pass.
 */
export function createSiteGate(readGate: () => Promise<Gate>): AssertOpen {
  return async (name, { actor, country }) => {
    if (alwaysOpen.has(name) || actor?.isAdmin) return;
    const gate = await readGate();
    if (country !== null && gate.blockedCountries.has(country)) throw new AppError('COUNTRY_BLOCKED');
    if (gate.isInMaintenance) throw new AppError('MAINTENANCE');
  };
}

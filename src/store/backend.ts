import { createSelector } from '@reduxjs/toolkit';
import type { Route } from '@contract/base/define';
import type { Ability } from '@contract/extensions';
import type { StoreState } from './state';

/**
 * What the backend behind this app can do. Known from its public settings, which name what it serves beyond the family
 * (`extensions`), and from the calls that it answered to be unknown. The one place that screens and sagas ask: what is
 * absent is hidden rather than tried. Decisions 6.
 */
interface Backend {
  unknownCalls: readonly string[];
  /** Undefined as long as no settings have arrived: nothing is known to be absent then. */
  extensions: readonly string[] | undefined;
}

const selectBackend = createSelector(
  [(state: StoreState) => state.ui.unknownCalls, (state: StoreState) => state.settings.values.extensions],
  (unknownCalls, extensions): Backend => ({ unknownCalls, extensions }),
);

/** Whether the backend serves a call, as far as anybody knows. */
const serves = ({ unknownCalls, extensions }: Backend, { name, extension }: Route): boolean =>
  !unknownCalls.includes(name) && (!extension || (extensions?.includes(name) ?? true));

/** The same for any call. */
export const selectServing = createSelector(
  [selectBackend],
  (backend) =>
    (route: Route): boolean =>
      serves(backend, route),
);

/** Whether the backend serves a call, as far as anybody knows. */
export const selectServes =
  (route: Route) =>
  (state: StoreState): boolean =>
    serves(selectBackend(state), route);

/**
 * Whether the backend is known to keep what it is sent of an ability beyond the family. Not known is no: a post meant for
 * tomorrow must never be public today, and no payment may be made twice.
 */
export const selectCan =
  (ability: Ability) =>
  (state: StoreState): boolean =>
    selectBackend(state).extensions?.includes(ability) ?? false;

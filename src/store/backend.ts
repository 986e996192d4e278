import { createSelector } from '@reduxjs/toolkit';
import type { Route } from '@contract/base/define';
import type { Ability, FamilyPart } from '@contract/extensions';
import type { StoreState } from './state';

/**
 * Whether the backend serves a call to this account: by its public settings (`extensions`; until they are loaded, yes), by the
 * calls that it answered as unknown, and by those that it limits to another role. Screens and sagas ask only here, and hide what
 * is not served. Decisions 6.
 */
export const selectIsCallSupported = createSelector(
  [
    (state: StoreState) => state.ui.unknownCalls,
    (state: StoreState) => state.session.forbiddenCalls,
    (state: StoreState) => state.settings.values.extensions,
  ],
  (unknownCalls, forbiddenCalls, extensions) =>
    ({ name, extension }: Route): boolean =>
      !unknownCalls.includes(name) &&
      !forbiddenCalls.includes(name) &&
      (!extension || (extensions?.includes(name) ?? true)),
);

/** The same for one call. */
export const selectSupportsCall =
  (route: Route) =>
  (state: StoreState): boolean =>
    selectIsCallSupported(state)(route);

/**
 * Whether the backend is known to keep what it is sent of an ability beyond the family. Not known is no: a post meant for
 * tomorrow must never be public today, and no payment may be made twice.
 */
export const selectHasExtension =
  (ability: Ability) =>
  (state: StoreState): boolean =>
    state.settings.values.extensions?.includes(ability) ?? false;

/** Whether a part of the family can be used here: elsewhere nothing may promise it. */
export const selectHasPart =
  (part: FamilyPart) =>
  ({ settings: { values } }: StoreState): boolean =>
    !values.extensions?.length || values.extensions.includes(part);

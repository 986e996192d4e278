import { createSelector } from '@reduxjs/toolkit';
import type { Route } from '@contract/base/define';
import type { Ability, FamilyPart } from '@contract/extensions';
import type { StoreState } from './state';

/** Extension calls count as supported until settings are loaded. Screens and sagas hide unsupported features. Decisions 6. */
export const selectIsCallSupported = createSelector(
  [
    (state: StoreState) => state.ui.unknownCalls,
    (state: StoreState) => state.session.forbiddenCalls,
    (state: StoreState) => state.settings.values.extensions,
  ],
  (unknownCalls, forbiddenCalls, extensions) =>
    ({ name, extension, access }: Route): boolean =>
      !unknownCalls.includes(name) &&
      !forbiddenCalls.includes(name) &&
      (!extension || (extensions?.includes(access === 'admin' ? 'console' : name) ?? true)),
);

export const selectSupportsCall =
  (route: Route) =>
  (state: StoreState): boolean =>
    selectIsCallSupported(state)(route);

/** False until settings are loaded: a post meant for tomorrow must never be public today, and no payment may be made twice. */
export const selectHasExtension =
  (ability: Ability) =>
  (state: StoreState): boolean =>
    state.settings.values.extensions?.includes(ability) ?? false;

/** A backend without extensions has all parts. */
export const selectHasPart =
  (part: FamilyPart) =>
  ({ settings: { values } }: StoreState): boolean =>
    !values.extensions?.length || values.extensions.includes(part);

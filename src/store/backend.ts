import { createSelector } from '@reduxjs/toolkit';
import type { Route } from '@contract/base/define';
import type { Ability, FamilyPart } from '@contract/extensions';
import type { StoreState } from './state';

/**
 * Whether the backend behind this app serves a call to this account, as far as anybody knows: from its public settings, which
 * name what it serves beyond the family (`extensions`; before they have arrived nothing is known to be absent), from the calls
 * that it answered to be unknown, and from those that it limits to accounts of another role. The one place that screens and
 * sagas ask: what is absent is hidden rather than tried. Decisions 6.
 */
export const selectServing = createSelector(
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
    selectServing(state)(route);

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

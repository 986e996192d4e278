import { createSelector } from '@reduxjs/toolkit';
import { findOperatorRole, roleMay, type OperatorRole, type Permission } from '@contract/base/operator-roles';
import type { StoreState } from '@/store/state';

/** Null for everyone but operators, and before a backend without a console. */
export const selectOperatorRole = createSelector(
  [(state: StoreState) => state.session.user, (state: StoreState) => state.settings.values.extensions],
  (user, extensions): OperatorRole | null =>
    user && 'roles' in user && extensions?.includes('console') ? findOperatorRole(user.roles) : null,
);

/** Only decides what is shown: the API checks each call. */
export const selectMay =
  (permission: Permission) =>
  (state: StoreState): boolean =>
    roleMay(selectOperatorRole(state), permission);

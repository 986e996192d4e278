import { accountRoutes } from '@contract/identity/account-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import { selectServes } from '@/store/backend';

/** Which parts of an account this backend has: what it lacks is not offered. Decisions 6. */
export const selectHasSessions = selectServes(accountRoutes.listSessions);
export const selectHasPreferences = selectServes(accountRoutes.updatePreferences);
export const selectHasExport = selectServes(accountRoutes.getDataExport);
export const selectHasTwoFactor = selectServes(authRoutes.getTwoFactorStatus);
export const selectHasLinkedLogins = selectServes(authRoutes.listLinkedLogins);

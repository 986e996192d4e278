import { accountRoutes } from '@contract/account-routes';
import { sessionRoutes } from '@contract/session-routes';
import { selectServes } from '@/store/backend';

/** Which parts of an account this backend has: what it lacks is not offered. Decisions 6. */
export const selectHasSessions = selectServes(accountRoutes.listSessions);
export const selectHasPreferences = selectServes(accountRoutes.updatePreferences);
export const selectHasExport = selectServes(accountRoutes.getDataExport);
export const selectHasTwoStep = selectServes(sessionRoutes.getTwoStepStatus);
export const selectHasLinkedLogins = selectServes(sessionRoutes.listLinkedLogins);

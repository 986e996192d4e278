import { accountPlans, publicPlans } from './accounts';
import { consolePlans } from './console';
import { consolePeoplePlans } from './console-people';
import { reportConsolePlans } from './console-reports';
import { contentPlans, socialPlans, uploadPlans } from './content';
import { livePlans } from './live';
import { moneyPlans } from './money';
import { showPlans } from './shows';
import type { Plans } from './stage';

export { AT_ONCE, buildStage, type Ask, type Stage } from './stage';

/** Forty valid calls for every served endpoint, with the data each needs to succeed. */
export const parallelPlans: Plans = {
  ...publicPlans,
  ...socialPlans,
  ...contentPlans,
  ...livePlans,
  ...moneyPlans,
  ...showPlans,
  ...accountPlans,
  ...uploadPlans,
  ...consolePlans,
  ...consolePeoplePlans,
  ...reportConsolePlans,
};

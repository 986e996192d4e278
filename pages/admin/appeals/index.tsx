import { defineConsolePage } from '@/composition/define-console-page';
import { consoleReportFeature } from '@/features/operations/report/report-feature';
import { AppealsScreen } from '@/screens/operations/lazy-screens';
import { loadAppeals } from '@/screens/operations/reports/reports-query';

export default defineConsolePage(AppealsScreen, {
  permission: 'decideReports',
  features: [consoleReportFeature],
  load: loadAppeals,
});

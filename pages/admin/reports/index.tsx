import { defineConsolePage } from '@/composition/define-console-page';
import { consoleReportFeature } from '@/features/operations/report/report-feature';
import { ReportsScreen } from '@/screens/operations/lazy-screens';
import { loadReports } from '@/screens/operations/reports/reports-query';

export default defineConsolePage(ReportsScreen, {
  permission: 'decideReports',
  features: [consoleReportFeature],
  load: loadReports,
});

import { defineConsolePage } from '@/composition/define-console-page';
import { consoleReportFeature } from '@/features/operations/report/report-feature';
import { ReportScreen } from '@/screens/operations/lazy-screens';
import { loadReport } from '@/screens/operations/reports/reports-query';

export default defineConsolePage(ReportScreen, {
  permission: 'decideReports',
  features: [consoleReportFeature],
  load: loadReport,
});

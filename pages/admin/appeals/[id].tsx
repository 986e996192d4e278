import { defineConsolePage } from '@/composition/define-console-page';
import { consoleReportFeature } from '@/features/operations/report/report-feature';
import { AppealScreen } from '@/screens/operations/lazy-screens';
import { loadAppeal } from '@/screens/operations/reports/reports-query';

export default defineConsolePage(AppealScreen, {
  permission: 'decideReports',
  features: [consoleReportFeature],
  load: loadAppeal,
});

import { bind, type Binding } from '../../../http/register-endpoint';
import type { ReportService } from './report-service';

export const reportBindings = (report: ReportService): Binding[] => [
  bind('createReport', (call) => report.create(call, call.body)),
  bind('reportPageFailure', ({ body }) => report.tellPageFailure(body)),
];

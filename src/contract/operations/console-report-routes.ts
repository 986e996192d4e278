import { defineRoutes } from '../base/define';

const reports = { access: 'admin', permission: 'decideReports', extension: true } as const;
const content = { access: 'admin', permission: 'moderateContent', extension: true } as const;

/** Reports, appeals and the removal of content, for operators. All of it is ours. */
export const consoleReportRoutes = defineRoutes({
  searchReports: { ...reports, method: 'GET', path: '/admin/reports' },
  getReport: { ...reports, method: 'GET', path: '/admin/reports/:id' },
  decideReport: { ...reports, method: 'POST', path: '/admin/reports/:id/decision' },
  searchAppeals: { ...reports, method: 'GET', path: '/admin/appeals' },
  getAppeal: { ...reports, method: 'GET', path: '/admin/appeals/:id' },
  decideAppeal: { ...reports, method: 'POST', path: '/admin/appeals/:id/decision' },
  searchContent: { ...content, method: 'GET', path: '/admin/content' },
  getContent: { ...content, method: 'GET', path: '/admin/content/:kind/:id' },
  hideContent: { ...content, method: 'POST', path: '/admin/content/:kind/:id/hide' },
  restoreContent: { ...content, method: 'POST', path: '/admin/content/:kind/:id/restore' },
});

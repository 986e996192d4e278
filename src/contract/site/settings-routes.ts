import { defineRoutes } from '../base/define';

export const settingsRoutes = defineRoutes({
  getSettings: { method: 'GET', path: '/settings/public', access: 'public' },
  getSettingValues: { method: 'POST', path: '/settings/keys', access: 'public' },
  sendContactMessage: { method: 'POST', path: '/contact', access: 'public', captcha: 'contact' },
  reportPageFailure: { method: 'POST', path: '/page-failures', access: 'public', extension: true },
});

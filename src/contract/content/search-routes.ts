import { defineRoutes } from '../base/define';

export const searchRoutes = defineRoutes({
  searchKeyword: { method: 'POST', path: '/search/keywords', access: 'optional' },
  listKeywords: { method: 'GET', path: '/search/list/keywords', access: 'signedIn' },
  suggestSearch: { method: 'GET', path: '/search/suggestions', access: 'optional', extension: true },
});

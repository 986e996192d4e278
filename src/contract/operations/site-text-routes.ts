import { defineRoutes } from '../base/define';

/** Pages, categories, coupons and announcements in the console. All of it is ours. */
export const siteTextRoutes = defineRoutes({
  listSitePages: { method: 'GET', path: '/admin/pages', access: 'admin', permission: 'manageSite', extension: true },
  saveSitePage: {
    method: 'PUT',
    path: '/admin/pages/:slug',
    access: 'admin',
    permission: 'manageSite',
    extension: true,
  },
  previewPage: {
    method: 'POST',
    path: '/admin/page-preview',
    access: 'admin',
    permission: 'manageSite',
    extension: true,
  },
  saveCategory: {
    method: 'PUT',
    path: '/admin/categories/:slug',
    access: 'admin',
    permission: 'manageSite',
    extension: true,
  },
  listCoupons: { method: 'GET', path: '/admin/coupons', access: 'admin', permission: 'manageSite', extension: true },
  saveCoupon: {
    method: 'PUT',
    path: '/admin/coupons/:code',
    access: 'admin',
    permission: 'manageSite',
    extension: true,
  },
  endCoupon: {
    method: 'POST',
    path: '/admin/coupons/:code/end',
    access: 'admin',
    permission: 'manageSite',
    extension: true,
  },
  listAnnouncements: {
    method: 'GET',
    path: '/admin/announcements',
    access: 'admin',
    permission: 'manageSite',
    extension: true,
  },
  addAnnouncement: {
    method: 'POST',
    path: '/admin/announcements',
    access: 'admin',
    permission: 'manageSite',
    extension: true,
  },
  removeAnnouncement: {
    method: 'DELETE',
    path: '/admin/announcements/:id',
    access: 'admin',
    permission: 'manageSite',
    extension: true,
  },
});

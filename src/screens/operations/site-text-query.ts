import type { ParsedUrlQuery } from 'node:querystring';
import { consolePaths } from '@/config/console-paths';
import { announcements } from '@/features/operations/site-text/announcement-feature';
import { siteCategories } from '@/features/operations/site-text/category-feature';
import { COUPONS_PER_PAGE, siteCoupons } from '@/features/operations/site-text/coupon-feature';
import { sitePages } from '@/features/operations/site-text/site-page-feature';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { readPage } from '../site/page-query';

export const loadSitePages = () => [sitePages.requested()];
export const loadCategories = () => [siteCategories.requested()];
export const loadAnnouncements = () => [announcements.requested()];

/** In the URL: `?q=WELCOME&page=2`. */
export const readCouponSearch = ({ q }: ParsedUrlQuery): string => (typeof q === 'string' ? q : '');

export const couponsHref = (q: string, page = 1): string => withQuery(consolePaths.coupons, { q, page });

export const loadCoupons = ({ query }: { query: ParsedUrlQuery }) => [
  siteCoupons.requested({
    ...omitEmpty({ q: readCouponSearch(query) }),
    offset: (readPage(query) - 1) * COUPONS_PER_PAGE,
  }),
];

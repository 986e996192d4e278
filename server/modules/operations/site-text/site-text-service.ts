import { asc, count, desc, eq, like, sql } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { getSingle } from '../../../db/query-helpers';
import { coupons, couponUses } from '../../../db/schema/money';
import { posts } from '../../../db/schema/site';
import { AppError } from '../../../errors';
import type { CouponService } from '../../money/coupon/coupon-service';
import type { PageService } from '../../site/page/page-service';
import type { ReferenceService } from '../../site/reference/reference-service';

type CouponView = EndpointReply<'listCoupons'>['data'][number];
type PageView = EndpointReply<'listSitePages'>[number];

interface SiteTextDeps {
  page: Pick<PageService, 'save'>;
  reference: Pick<ReferenceService, 'listAllBanners'>;
  coupon: Pick<CouponService, 'save' | 'exists'>;
}

/** Pages, coupons and announcements as operators see them, with drafts and what has ended. */
export function createSiteTextService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { page, reference, coupon }: SiteTextDeps,
) {
  return {
    async listPages(): Promise<EndpointReply<'listSitePages'>> {
      const rows = await db
        .select()
        .from(posts)
        .where(eq(posts.type, 'page'))
        .orderBy(asc(posts.ordering), asc(posts.title));
      return rows.map(presentPage);
    },

    /** @throws AppError SLUG_TAKEN */
    async savePage(
      slug: string,
      { isNew, ...fields }: EndpointPart<'saveSitePage', 'body'>,
      by: Operator,
    ): Promise<EndpointReply<'saveSitePage'>> {
      const isStored = await page.save({ type: 'page', slug, ...fields }, { replace: !isNew }, by);
      if (!isStored) throw new AppError('SLUG_TAKEN');
      return presentPage(await getSingle(db.select().from(posts).where(eq(posts.slug, slug))));
    },

    async listCoupons({
      q,
      limit,
      offset,
    }: EndpointPart<'listCoupons', 'query'>): Promise<EndpointReply<'listCoupons'>> {
      // Codes contain no signs that `like` reads.
      const wanted = (q ?? '').toUpperCase().replaceAll(/[^A-Z0-9-]/g, '');
      const where = wanted === '' ? undefined : like(coupons.code, `%${wanted}%`);
      const [rows, total] = await Promise.all([
        db
          .select({ coupon: coupons, used: count(couponUses.couponId) })
          .from(coupons)
          .leftJoin(couponUses, eq(couponUses.couponId, coupons.id))
          .where(where)
          .groupBy(coupons.id)
          .orderBy(desc(coupons.createdAt), desc(coupons.id))
          .limit(limit)
          .offset(offset),
        db.$count(coupons, where ?? sql`true`),
      ]);
      return { data: rows.map((row) => presentCoupon(row, clock.now())), total };
    },

    /** @throws AppError COUPON_TAKEN, VALIDATION_FAILED */
    async saveCoupon(
      code: string,
      { value, usesLeft, lastDay, isNew }: EndpointPart<'saveCoupon', 'body'>,
      by: Operator,
    ): Promise<EndpointReply<'saveCoupon'>> {
      if (isNew && (await coupon.exists(code))) throw new AppError('COUPON_TAKEN');
      await coupon.save({ code, off: value, uses: usesLeft, lastDay }, by);
      return { code: code.toUpperCase() };
    },

    async listAnnouncements(): Promise<EndpointReply<'listAnnouncements'>> {
      return (await reference.listAllBanners()).map(({ id, title, description, link, status, createdAt }) => ({
        _id: id,
        title,
        description,
        link,
        status,
        createdAt: createdAt.toISOString(),
      }));
    },
  };
}

const presentPage = ({ id, createdAt: _createdAt, updatedAt, ...row }: typeof posts.$inferSelect): PageView => ({
  ...row,
  _id: id,
  updatedAt: updatedAt.toISOString(),
});

function presentCoupon({ coupon, used }: { coupon: typeof coupons.$inferSelect; used: number }, now: Date): CouponView {
  const { id, code, value, usesLeft, expiredDate, status, createdAt } = coupon;
  const getState = (): CouponView['state'] => {
    if (status !== 'active') return 'ended';
    if (expiredDate <= now) return 'expired';
    return usesLeft < 1 ? 'used up' : 'running';
  };
  return {
    _id: id,
    code,
    value,
    used,
    usesLeft,
    expiredDate: expiredDate.toISOString(),
    state: getState(),
    createdAt: createdAt.toISOString(),
  };
}

import { z } from 'zod';
import { IdParams, IsoDate, ListQuery, ObjectId, getPage } from '../base/common-schemas';
import { line, requiredLine } from '../base/field-schemas';
import type { SchemasFor } from '../base/define';
import type { siteTextRoutes } from './site-text-routes';

/** A name in addresses. */
const Slug = z
  .string()
  .min(2)
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use small letters and digits, joined by single dashes');
const SlugParams = z.object({ slug: Slug });
const CodeParams = z.object({
  code: z.string().regex(/^[A-Za-z0-9-]{3,60}$/, 'use 3 to 60 letters, digits and dashes'),
});
const Status = z.enum(['draft', 'published']);
const Ordering = z.number().int().min(0).max(10_000);

const SitePage = z.object({
  _id: ObjectId,
  slug: z.string(),
  title: z.string(),
  shortDescription: z.string(),
  /** HTML. */
  content: z.string(),
  status: Status,
  ordering: z.number().int(),
  updatedAt: IsoDate,
});

const Coupon = z.object({
  _id: ObjectId,
  code: z.string(),
  /** Fraction 0..1 off the price. */
  value: z.number(),
  used: z.number().int(),
  usesLeft: z.number().int(),
  /** Exclusive end of its validity. */
  expiredDate: IsoDate,
  state: z.enum(['running', 'used up', 'expired', 'ended']),
  createdAt: IsoDate,
});

const Announcement = z.object({
  _id: ObjectId,
  title: z.string(),
  description: z.string(),
  link: z.string(),
  status: z.enum(['active', 'inactive']),
  createdAt: IsoDate,
});

const byCode = { mark: 'assumed', params: CodeParams, errors: ['ENTITY_NOT_FOUND'] } as const;

export const siteTextSchemas = {
  listSitePages: { summary: 'Pages of the site, with drafts', mark: 'assumed', data: z.array(SitePage) },
  saveSitePage: {
    summary: 'Create or change a page of the site',
    mark: 'assumed',
    params: SlugParams,
    body: z.object({
      title: requiredLine(200),
      shortDescription: line(500).default(''),
      content: z.string().max(200_000),
      status: Status,
      ordering: Ordering.default(0),
      /** Refuses to replace a page that exists. */
      isNew: z.boolean().default(false),
    }),
    data: SitePage,
    errors: ['SLUG_TAKEN'],
  },
  previewPage: {
    summary: 'The HTML as the site would show it',
    mark: 'assumed',
    body: z.object({ content: z.string().max(200_000) }),
    data: z.object({ content: z.string() }),
  },
  saveCategory: {
    summary: 'Create, rename or move a category of creators',
    mark: 'assumed',
    params: SlugParams,
    body: z.object({ name: requiredLine(80), ordering: Ordering }),
    data: z.object({ _id: ObjectId }),
  },
  listCoupons: {
    summary: 'Coupons with their uses, newest first',
    mark: 'assumed',
    query: ListQuery.pick({ q: true, limit: true, offset: true }),
    data: getPage(Coupon),
  },
  saveCoupon: {
    ...byCode,
    summary: 'Create or change a coupon',
    body: z.object({
      value: z.number().gt(0).max(1),
      /** How often it can be used from now on. */
      usesLeft: z.number().int().min(0).max(1_000_000),
      /** Valid until the end of this day in UTC. */
      lastDay: z.iso.date(),
      /** Refuses to change a coupon that exists. */
      isNew: z.boolean().default(false),
    }),
    data: z.object({ code: z.string() }),
    errors: ['COUPON_TAKEN'],
  },
  endCoupon: { ...byCode, summary: 'End a coupon now', data: z.object({ code: z.string() }) },
  listAnnouncements: { summary: 'Announcements, newest first', mark: 'assumed', data: z.array(Announcement) },
  addAnnouncement: {
    summary: 'Show an announcement on Home and Discover',
    mark: 'assumed',
    body: z.object({
      title: requiredLine(120),
      description: line(500).default(''),
      link: z.union([
        z.literal(''),
        z
          .string()
          .max(2000)
          .regex(/^(\/(?![/\\])|https?:\/\/)/, 'must be a path of this site or a web address'),
      ]),
    }),
    data: z.object({ _id: ObjectId }),
  },
  removeAnnouncement: {
    summary: 'Remove an announcement',
    mark: 'assumed',
    params: IdParams,
    data: z.object({ success: z.literal(true) }),
    errors: ['ENTITY_NOT_FOUND'],
  },
} satisfies SchemasFor<typeof siteTextRoutes>;

import { z } from 'zod';
import { Dollars, IsoDate, ListQuery, ObjectId, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { PerformerPublic } from '../identity/people-schemas';
import type { purchaseRoutes } from './purchase-routes';

/** What was bought, as people tell things apart on a shelf. */
const PurchaseKind = z.enum(['text', 'photo', 'video', 'audio', 'message', 'gallery', 'product']);

/** Items that stay with their buyer. Of a show that is its replay, which is listed as a video. */
export const PurchaseTarget = z.enum(['feed', 'message', 'video', 'gallery', 'product']);

/** One thing that its buyer keeps. Ours. */
const Purchase = z.object({
  /** Of the charge that paid for it. */
  _id: ObjectId,
  kind: PurchaseKind,
  target: PurchaseTarget,
  targetId: ObjectId,
  title: z.string(),
  performerId: ObjectId,
  performerInfo: PerformerPublic.nullish(),
  /** What was paid, after coupons. */
  price: Dollars,
  boughtAt: IsoDate,
  /** A still picture of it; null when it has none, or none yet. */
  cover: z.object({ url: z.string(), width: z.number().nullish(), height: z.number().nullish() }).nullish(),
  /** Files in it, and seconds of those that play. */
  fileCount: z.number(),
  totalDuration: z.number(),
  /** Of a message. */
  conversationId: ObjectId.nullish(),
  /** False once it is gone for good, as a message that was taken back. */
  isAvailable: z.boolean(),
});

export const purchaseSchemas = {
  listPurchases: {
    summary: 'What the caller unlocked, last bought first, and from whom',
    mark: 'assumed',
    query: ListQuery.extend({ kind: PurchaseKind.optional(), performerId: ObjectId.optional() }),
    data: getPage(Purchase).extend({
      /** Everybody the caller bought from, most bought first, whatever the filter. */
      performers: z.array(
        z.object({ _id: ObjectId, name: z.string(), username: z.string(), avatar: z.string(), total: z.number() }),
      ),
    }),
  },
} satisfies SchemasFor<typeof purchaseRoutes>;

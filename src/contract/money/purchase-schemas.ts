import { z } from 'zod';
import { Dollars, IsoDate, ListQuery, ObjectId, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { PerformerPublic } from '../identity/people-schemas';
import type { purchaseRoutes } from './purchase-routes';

const PurchaseKind = z.enum(['text', 'photo', 'video', 'audio', 'message', 'gallery', 'product']);

/** Items that their buyer keeps. The replay of a show is listed as a video. */
export const PurchaseTarget = z.enum(['feed', 'message', 'video', 'gallery', 'product']);

/** An item that its buyer keeps. Our extension. */
const Purchase = z.object({
  /** Id of the charge. */
  _id: ObjectId,
  kind: PurchaseKind,
  target: PurchaseTarget,
  targetId: ObjectId,
  title: z.string(),
  performerId: ObjectId,
  performerInfo: PerformerPublic.nullish(),
  /** After coupons. */
  price: Dollars,
  boughtAt: IsoDate,
  /** A still image; null if there is none, or none yet. */
  cover: z.object({ url: z.string(), width: z.number().nullish(), height: z.number().nullish() }).nullish(),
  /** Number of files, and total seconds of audio and video. */
  fileCount: z.number(),
  totalDuration: z.number(),
  conversationId: ObjectId.nullish(),
  /** False once the item was deleted for good. */
  isAvailable: z.boolean(),
});

export const purchaseSchemas = {
  listPurchases: {
    summary: 'What the caller unlocked, last bought first, and from whom',
    mark: 'assumed',
    query: ListQuery.extend({ kind: PurchaseKind.optional(), performerId: ObjectId.optional() }),
    data: getPage(Purchase).extend({
      /** All creators the caller bought from, ordered by number of purchases; ignores the filter. */
      performers: z.array(
        z.object({ _id: ObjectId, name: z.string(), username: z.string(), avatar: z.string(), total: z.number() }),
      ),
    }),
  },
} satisfies SchemasFor<typeof purchaseRoutes>;

import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { foreignKey, moneyOrZero, sharedPrimaryKey, texts } from '../columns';
import { items } from './items';
import { streams } from './streams';

const itemId = () => sharedPrimaryKey('id', () => items.id);

export const videos = pgTable(
  'videos',
  {
    id: itemId(),
    /** Other creators in the video, in the order that its creator gave them. */
    participantIds: text('participant_ids').array().notNull().default([]),
    streamId: foreignKey('stream_id').references(() => streams.id, { onDelete: 'set null' }),
  },
  (t) => [index('videos_participants').using('gin', t.participantIds), uniqueIndex('videos_stream').on(t.streamId)],
);

/** The photos of a gallery are items with it as their parent. */
export const galleries = pgTable(
  'galleries',
  { id: itemId(), coverItemId: foreignKey('cover_item_id').references(() => items.id, { onDelete: 'set null' }) },
  (t) => [index('galleries_cover_item').on(t.coverItemId)],
);

export const photos = pgTable('photos', {
  id: itemId(),
  /** The photo's own status, `inactive` until its scheduled date; the item's status also depends on the gallery. */
  wantedStatus: text('wanted_status', { enum: ['draft', 'active', 'inactive'] }).notNull(),
  /** Stored and returned only: photos are not sold one by one. Wire contract 3.5. */
  price: moneyOrZero('price'),
});

/** The kind of goods is the item's `type`. */
export const products = pgTable(
  'products',
  {
    id: itemId(),
    /** Pieces left; digital products do not run out. */
    stock: integer('stock').notNull().default(0),
    /** Per parcel, no matter what it contains. */
    shippingPrice: moneyOrZero('shipping_price'),
    /** Two-letter codes; empty means everywhere. */
    shipsTo: texts('ships_to'),
    /** Days until it is sent, and in transit; 0 if not stated. */
    packDays: integer('pack_days').notNull().default(0),
    deliverDays: integer('deliver_days').notNull().default(0),
    /** Download links per buyer of a digital product, and days they are given out for; 0 means no limit. */
    downloadLimit: integer('download_limit').notNull().default(0),
    downloadDays: integer('download_days').notNull().default(0),
  },
  (t) => [check('products_stock', sql`${t.stock} >= 0`)],
);

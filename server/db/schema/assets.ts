import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { foreignKey, moneyOrZero, sharedPrimaryKey, texts, timestampUtc } from '../columns';
import { items } from './items';
import { streams } from './streams';

const itemId = () => sharedPrimaryKey('id', () => items.id);

export const videos = pgTable(
  'videos',
  {
    id: itemId(),
    /** Other creators in the video, in the order that the video's creator chose. */
    participantIds: text('participant_ids').array().notNull().default([]),
    streamId: foreignKey('stream_id').references(() => streams.id, { onDelete: 'set null' }),
  },
  (t) => [index('videos_participants').using('gin', t.participantIds), uniqueIndex('videos_stream').on(t.streamId)],
);

/** A gallery's photos are items whose parent is the gallery. */
export const galleries = pgTable(
  'galleries',
  { id: itemId(), coverItemId: foreignKey('cover_item_id').references(() => items.id, { onDelete: 'set null' }) },
  (t) => [index('galleries_cover_item').on(t.coverItemId)],
);

export const photos = pgTable('photos', {
  id: itemId(),
  /** The photo's own status, `inactive` until its scheduled date. The status of its item also depends on the gallery. */
  wantedStatus: text('wanted_status', { enum: ['draft', 'active', 'inactive'] }).notNull(),
  /** Since when this photo alone is removed by operators. Its item is also removed with the gallery. */
  takenDownAt: timestampUtc('taken_down_at'),
  /** Stored and returned, but without effect: photos are not sold individually. Wire contract 3.5. */
  price: moneyOrZero('price'),
});

/** Whether a product is physical or digital is the item's `type`. */
export const products = pgTable(
  'products',
  {
    id: itemId(),
    /** Pieces left; digital products do not run out. */
    stock: integer('stock').notNull().default(0),
    /** Per parcel, whatever it contains. */
    shippingPrice: moneyOrZero('shipping_price'),
    /** Two-letter country codes; empty means everywhere. */
    shipsTo: texts('ships_to'),
    /** Days until the parcel is sent, and days in transit; 0 if not stated. */
    packDays: integer('pack_days').notNull().default(0),
    deliverDays: integer('deliver_days').notNull().default(0),
    /** How many download links each buyer of a digital product can get, and for how many days; 0 means no limit. */
    downloadLimit: integer('download_limit').notNull().default(0),
    downloadDays: integer('download_days').notNull().default(0),
  },
  (t) => [check('products_stock', sql`${t.stock} >= 0`)],
);

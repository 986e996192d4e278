import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { foreignKey, moneyOrZero, sharedPrimaryKey, texts } from '../columns';
import { items } from './items';
import { streams } from './streams';

/** The item a row is part of. */
const itemId = () => sharedPrimaryKey('id', () => items.id);

/** What only videos have. */
export const videos = pgTable(
  'videos',
  {
    id: itemId(),
    /** Other creators who are in it, in the order their maker gave them. */
    participantIds: text('participant_ids').array().notNull().default([]),
    /** The show that it is a replay of. */
    streamId: foreignKey('stream_id').references(() => streams.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('videos_participants').using('gin', t.participantIds),
    // A show has one replay.
    uniqueIndex('videos_stream').on(t.streamId),
  ],
);

/** What only galleries have. Their photos are items that lie in them. */
export const galleries = pgTable(
  'galleries',
  { id: itemId(), coverItemId: foreignKey('cover_item_id').references(() => items.id, { onDelete: 'set null' }) },
  (t) => [index('galleries_cover_item').on(t.coverItemId)],
);

/** What only photos have. */
export const photos = pgTable('photos', {
  id: itemId(),
  /** What it is by itself, `inactive` while it waits for its day; the item's own status is also that of the gallery it lies in. */
  wantedStatus: text('wanted_status', { enum: ['draft', 'active', 'inactive'] }).notNull(),
  /** Noted and shown again: photos are not sold one by one. Wire contract 3.5. */
  price: moneyOrZero('price'),
});

/** What only products have. What kind of goods it is, is the item's `type`. */
export const products = pgTable(
  'products',
  {
    id: itemId(),
    /** Pieces left; digital goods do not run out. */
    stock: integer('stock').notNull().default(0),
    /** Of one parcel, whatever is in it. */
    shippingPrice: moneyOrZero('shipping_price'),
    /** Countries it is sent to, by two letters; empty: everywhere. */
    shipsTo: texts('ships_to'),
    /** Days until it is sent, and on the way; 0: not told. */
    packDays: integer('pack_days').notNull().default(0),
    deliverDays: integer('deliver_days').notNull().default(0),
    /** How often a buyer of digital goods gets a link, and for how many days; 0: any number, for ever. */
    downloadLimit: integer('download_limit').notNull().default(0),
    downloadDays: integer('download_days').notNull().default(0),
  },
  (t) => [check('products_stock', sql`${t.stock} >= 0`)],
);

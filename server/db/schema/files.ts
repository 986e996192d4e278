import { boolean, index, integer, jsonb, bigint, doublePrecision, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, ref, updatedAt } from '../columns';
import { accounts } from './accounts';

/** A stored rendition of a file: its place in the media store and its size in pixels. */
export interface Variant {
  key: string;
  mimeType: string;
  width: number;
  height: number;
  size: number;
}

/**
 * Uploaded files. `variants` holds what the server made: `original` (kept, never served when locked), `large`, `small`
 * (pictures), `video` (H.264/AAC), `audio`, `poster`, and `blurred`, the only one a stranger may see of a locked file.
 */
export const files = pgTable(
  'files',
  {
    id: id(),
    ownerId: ref('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    kind: text('kind', { enum: ['image', 'video', 'audio', 'document', 'other'] }).notNull(),
    name: text('name').notNull().default(''),
    mimeType: text('mime_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    /** Seconds. */
    duration: doublePrecision('duration'),
    /** Text for people who cannot see the picture. */
    alt: text('alt').notNull().default(''),
    /** True for pictures everyone may see: avatars, covers, thumbnails, teasers. */
    isPublic: boolean('is_public').notNull().default(false),
    status: text('status', { enum: ['processing', 'finished', 'error'] })
      .notNull()
      .default('processing'),
    variants: jsonb('variants').$type<Record<string, Variant>>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('files_owner').on(t.ownerId), index('files_status').on(t.status)],
);

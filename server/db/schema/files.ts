import { boolean, index, integer, jsonb, bigint, doublePrecision, pgTable, text } from 'drizzle-orm/pg-core';
import type { UploadPurpose } from '@contract/base/upload-purposes';
import { createdAt, id, timestampUtc, foreignKey, timestamps } from '../columns';
import { person } from './accounts';

/** `key` is the path in the media store, `width` and `height` are pixels, `size` is bytes. */
export interface Variant {
  key: string;
  mimeType: string;
  width: number;
  height: number;
  size: number;
  /** For captions only. */
  language?: string;
}

/** One HLS rendition of a video: a file of its own, read by byte ranges. */
export interface Rung {
  /** Name of the variant that contains it. */
  variant: string;
  width: number;
  height: number;
  /** Bits per second: the peak of any segment, and the average. */
  bandwidth: number;
  averageBandwidth: number;
  /** RFC 6381. */
  codecs: string;
  /** Average; missing for videos from before it was stored. */
  frameRate?: number;
  /** Size of the initialization segment at the start of the file. */
  initBytes: number;
  /** Consecutive, after the initialization segment. */
  segments: { seconds: number; bytes: number }[];
}

/** Small frames of a video in one image, row by row, for seeking: the variant `sprite`. */
export interface Previews {
  /** Seconds between frames. */
  every: number;
  count: number;
  columns: number;
  /** Pixels of one frame. */
  width: number;
  height: number;
}

/**
 * `variants` are made by the server: images by width (`w320`, `small`, `w1080`, `large`; `w96` and `w192` for avatars), `jpeg`
 * for clients without WebP, `video` (H.264/AAC), `audio`, `poster`, `sprite`, the renditions of `ladder`, and `blurred`, which is
 * visible without access. `original` is kept for documents and product files; of media it is removed after processing, because it
 * reveals place and camera.
 */
export const files = pgTable(
  'files',
  {
    id: id(),
    ownerId: person('owner_id'),
    type: text('type').notNull(),
    kind: text('kind', { enum: ['image', 'video', 'audio', 'document', 'other'] }).notNull(),
    name: text('name').notNull().default(''),
    mimeType: text('mime_type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    /** Seconds. */
    duration: doublePrecision('duration'),
    alt: text('alt').notNull().default(''),
    /** Served without access checks: avatars, covers, thumbnails, teasers. */
    isPublic: boolean('is_public').notNull().default(false),
    status: text('status', { enum: ['processing', 'finished', 'error'] })
      .notNull()
      .default('processing'),
    /** Why processing failed, for the owner; empty unless `status` is `error`. */
    failure: text('failure').notNull().default(''),
    /** Tries that were not interrupted; a file that fails each of them is given up. */
    attempts: integer('attempts').notNull().default(0),
    /** Tries whose worker was stopped or killed, which says nothing about the file. */
    interruptions: integer('interruptions').notNull().default(0),
    /** Estimated processing time after inspection; null where type, size and dimensions are enough for an estimate. */
    workSeconds: doublePrecision('work_seconds'),
    /** Estimated disk space that processing needs, in bytes; null if unknown. */
    workBytes: bigint('work_bytes', { mode: 'number' }),
    /** Null for a video of a message that is not sent. */
    queuedAt: timestampUtc('queued_at'),
    /** Updated while a worker processes the file; if it is stale, the worker is dead. */
    heartbeatAt: timestampUtc('heartbeat_at').notNull().defaultNow(),
    variants: jsonb('variants').$type<Record<string, Variant>>().notNull().default({}),
    thumbHash: text('thumb_hash'),
    /** Loudness over the length of an audio file, 0 to 100. */
    waveform: jsonb('waveform').$type<number[]>(),
    previews: jsonb('previews').$type<Previews>(),
    /** Smallest first. */
    ladder: jsonb('ladder').$type<Rung[]>(),
    /** The ladder is made once the video itself is playable. */
    ladderStatus: text('ladder_status', { enum: ['none', 'processing', 'finished', 'error'] })
      .notNull()
      .default('none'),
    ladderAttempts: integer('ladder_attempts').notNull().default(0),
    ...timestamps(),
  },
  (t) => [index('files_owner').on(t.ownerId), index('files_status').on(t.status, t.heartbeatAt)],
);

/**
 * Rows outlive the files, so that deleting a file does not move its owner forward in the queue, which considers the last hour.
 */
export const fileWork = pgTable(
  'file_work',
  {
    id: id(),
    /** No foreign key: an account can be deleted while its file is processed. */
    ownerId: foreignKey('owner_id').notNull(),
    pace: text('pace', { enum: ['short', 'brief', 'medium', 'long', 'lengthy'] }).notNull(),
    /** Processor time. */
    seconds: doublePrecision('seconds').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('file_work_owner').on(t.ownerId, t.createdAt), index('file_work_age').on(t.createdAt)],
);

/**
 * Deleted files whose bytes may be left. A trigger on `files` inserts rows; removing the bytes, or a sweep after a crash, deletes
 * them.
 */
export const fileRemovals = pgTable(
  'file_removals',
  { fileId: foreignKey('file_id').primaryKey(), createdAt: createdAt() },
  (table) => [index('file_removals_age').on(table.createdAt)],
);

/**
 * Resumable uploads, with their bytes in a temporary folder. A complete and valid one becomes a row of `files` with the same id.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    ownerId: person('owner_id'),
    purpose: text('purpose').$type<UploadPurpose>().notNull(),
    name: text('name').notNull(),
    /** Bytes of the complete file. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** As the client sent it, to be returned unchanged. */
    metadata: jsonb('metadata').$type<string>().notNull(),
    storedAt: timestampUtc('stored_at'),
    /** The request that is writing, which keeps extending its lock. Promises F-1. */
    holder: text('holder'),
    heldUntil: timestampUtc('held_until'),
    isWanted: boolean('is_wanted').notNull().default(false),
    ...timestamps(),
  },
  (t) => [index('uploads_owner').on(t.ownerId), index('uploads_age').on(t.updatedAt)],
);

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

/** One HLS rendition of a video: a separate file, read in byte ranges. */
export interface Rung {
  /** Name of the variant that contains it. */
  variant: string;
  width: number;
  height: number;
  /** In bits per second: of the highest segment, and on average. */
  bandwidth: number;
  averageBandwidth: number;
  /** In the format of RFC 6381. */
  codecs: string;
  /** Average; missing for videos from before it was stored. */
  frameRate?: number;
  /** Size of the initialization segment at the start of the file. */
  initBytes: number;
  /** Consecutive in the file, following the initialization segment. */
  segments: { seconds: number; bytes: number }[];
}

/** Small frames of a video for seeking, row by row in one image: the variant `sprite`. */
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
 * The server makes the `variants`: images by width (`w320`, `small`, `w1080`, `large`; `w96` and `w192` for avatars), `jpeg`
 * for clients without WebP, `video` (H.264/AAC), `audio`, `poster`, `sprite`, the renditions of `ladder`, and `blurred`, which
 * is visible without access. `original` is kept only for documents and product files; of media it is deleted after processing,
 * because its metadata reveals place and camera.
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
    /** Why processing failed, as shown to the owner; empty unless `status` is `error`. */
    failure: text('failure').notNull().default(''),
    /** Attempts that were not interrupted. Processing is given up after the maximum. */
    attempts: integer('attempts').notNull().default(0),
    /** Attempts whose worker was stopped or killed, which does not mean that the file is bad. */
    interruptions: integer('interruptions').notNull().default(0),
    /** Processing time estimated by inspecting the file; null if type, size and dimensions are enough for an estimate. */
    workSeconds: doublePrecision('work_seconds'),
    /** Estimated disk space that processing needs, in bytes; null if unknown. */
    workBytes: bigint('work_bytes', { mode: 'number' }),
    /** Null while a video is part of a message that is not sent yet. */
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
    /** Renditions are made only after the video itself can be played. */
    ladderStatus: text('ladder_status', { enum: ['none', 'processing', 'finished', 'error'] })
      .notNull()
      .default('none'),
    ladderAttempts: integer('ladder_attempts').notNull().default(0),
    ...timestamps(),
  },
  (t) => [index('files_owner').on(t.ownerId), index('files_status').on(t.status, t.heartbeatAt)],
);

/**
 * Processor time spent on files, to order the queue by how much each owner used in the last hour. Rows outlive their files, so
 * that deleting a file does not move its owner forward.
 */
export const fileWork = pgTable(
  'file_work',
  {
    id: id(),
    /** No foreign key, because an account can be deleted while its file is being processed. */
    ownerId: foreignKey('owner_id').notNull(),
    pace: text('pace', { enum: ['short', 'brief', 'medium', 'long', 'lengthy'] }).notNull(),
    /** Processor time. */
    seconds: doublePrecision('seconds').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('file_work_owner').on(t.ownerId, t.createdAt), index('file_work_age').on(t.createdAt)],
);

/**
 * Deleted files whose bytes may still exist. A trigger on `files` inserts rows. They are deleted with the bytes, or by a
 * scheduled job after a crash.
 */
export const fileRemovals = pgTable(
  'file_removals',
  { fileId: foreignKey('file_id').primaryKey(), createdAt: createdAt() },
  (table) => [index('file_removals_age').on(table.createdAt)],
);

/**
 * Resumable uploads, whose bytes are in a temporary folder. Once complete and valid, an upload becomes a row of `files` with
 * the same id.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    ownerId: person('owner_id'),
    purpose: text('purpose').$type<UploadPurpose>().notNull(),
    name: text('name').notNull(),
    /** Size of the complete file in bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** As the client sent it, because it must be returned unchanged. */
    metadata: jsonb('metadata').$type<string>().notNull(),
    storedAt: timestampUtc('stored_at'),
    /** The request that is writing; it keeps extending its lock. Promises F-1. */
    holder: text('holder'),
    heldUntil: timestampUtc('held_until'),
    isWanted: boolean('is_wanted').notNull().default(false),
    ...timestamps(),
  },
  (t) => [index('uploads_owner').on(t.ownerId), index('uploads_age').on(t.updatedAt)],
);

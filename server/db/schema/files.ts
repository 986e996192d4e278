import { boolean, index, integer, jsonb, bigint, doublePrecision, pgTable, text } from 'drizzle-orm/pg-core';
import type { UploadPurpose } from '@contract/base/upload-purposes';
import { createdAt, id, timestampUtc, foreignKey, timestamps } from '../columns';
import { person } from './accounts';

/** A stored rendition of a file: its place in the media store and its size in pixels. */
export interface Variant {
  key: string;
  mimeType: string;
  width: number;
  height: number;
  size: number;
  /** Of captions: what they are written in. */
  language?: string;
}

/** One quality of a film as streaming players take it: an object of its own, read by ranges. */
export interface Rung {
  /** Name of the variant that holds it. */
  variant: string;
  width: number;
  height: number;
  /** Bits a second: the most that any segment needs, and over all. */
  bandwidth: number;
  averageBandwidth: number;
  /** As in RFC 6381. */
  codecs: string;
  /** Pictures a second, on average; unknown of films from before it was stored. */
  frameRate?: number;
  /** Bytes at the beginning that tell how to read the rest. */
  initBytes: number;
  /** One after the other behind that. */
  segments: { seconds: number; bytes: number }[];
}

/** Small frames of a film in one picture, row by row, for looking ahead: the variant `sprite`. */
export interface Previews {
  /** Seconds from one frame to the next. */
  every: number;
  count: number;
  columns: number;
  /** Pixels of one frame. */
  width: number;
  height: number;
}

/**
 * Uploaded files. `variants` holds what the server made: pictures by width (`w320`, `small`, `w1080`, `large`, for
 * portraits `w96` and `w192`), `jpeg` for who cannot read WebP, `video` (H.264/AAC), `audio`, `poster`, `sprite`, the
 * rungs of `ladder`, and `blurred`, the only one a stranger may see of a locked file. `original` is what arrived: kept and
 * handed out for documents and goods, for media only until all is made, because it tells place and camera.
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
    /** Text for people who cannot see the picture. */
    alt: text('alt').notNull().default(''),
    /** True for pictures everyone may see: avatars, covers, thumbnails, teasers. */
    isPublic: boolean('is_public').notNull().default(false),
    status: text('status', { enum: ['processing', 'finished', 'error'] })
      .notNull()
      .default('processing'),
    /** Why nothing could be made of it, for its owner; empty unless `status` is `error`. */
    failure: text('failure').notNull().default(''),
    /** How often work on it was begun and ended by itself; a file that fails each time is given up. */
    attempts: integer('attempts').notNull().default(0),
    /** How often work on it was ended from outside, which says nothing about the file. */
    interruptions: integer('interruptions').notNull().default(0),
    /** Seconds that the work on it takes, roughly, by what a look into it told; null where its measures tell as much. */
    workSeconds: doublePrecision('work_seconds'),
    /** Bytes that it may write meanwhile; null where that is not known. */
    workBytes: bigint('work_bytes', { mode: 'number' }),
    /** When it was put in line; null for a film of a message that was not sent. */
    queuedAt: timestampUtc('queued_at'),
    /** Moved on while somebody works on it; when it stands still, the worker is gone. */
    heartbeatAt: timestampUtc('heartbeat_at').notNull().defaultNow(),
    variants: jsonb('variants').$type<Record<string, Variant>>().notNull().default({}),
    /** A picture in thirty bytes, base64, to be drawn until it is there. */
    thumbHash: text('thumb_hash'),
    /** Loudness of a sound over its length, 0 to 100. */
    waveform: jsonb('waveform').$type<number[]>(),
    previews: jsonb('previews').$type<Previews>(),
    /** Qualities of a film, smallest first. */
    ladder: jsonb('ladder').$type<Rung[]>(),
    /** How far the ladder is, which is made once the film itself can be played. */
    ladderStatus: text('ladder_status', { enum: ['none', 'processing', 'finished', 'error'] })
      .notNull()
      .default('none'),
    /** As `attempts`, for the ladder. */
    ladderAttempts: integer('ladder_attempts').notNull().default(0),
    ...timestamps(),
  },
  (t) => [index('files_owner').on(t.ownerId), index('files_status').on(t.status, t.heartbeatAt)],
);

/**
 * Seconds that work on files took, finished or stopped. They outlive the files: deleting one gives its owner no earlier turn.
 * Swept daily; turns go by those of the last hour.
 */
export const fileWork = pgTable(
  'file_work',
  {
    id: id(),
    /** Without a reference: an account may be deleted while its file is worked on. */
    ownerId: foreignKey('owner_id').notNull(),
    pace: text('pace', { enum: ['short', 'brief', 'medium', 'long', 'lengthy'] }).notNull(),
    /** Of a processor. */
    seconds: doublePrecision('seconds').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('file_work_owner').on(t.ownerId, t.createdAt), index('file_work_age').on(t.createdAt)],
);

/**
 * Files whose row is gone and whose bytes may not be: a trigger on `files` writes them, whichever way a row goes, and who
 * has removed the bytes takes them out. What a crash leaves between the two is found here and swept.
 */
export const fileRemovals = pgTable(
  'file_removals',
  { fileId: foreignKey('file_id').primaryKey(), createdAt: createdAt() },
  (table) => [index('file_removals_age').on(table.createdAt)],
);

/**
 * Files that come in parts. Once all of one is there, and is one that can be kept, it is a row of `files` under the same id.
 * What has arrived lies in the folder for temporary files.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    ownerId: person('owner_id'),
    purpose: text('purpose').$type<UploadPurpose>().notNull(),
    name: text('name').notNull(),
    /** Bytes, when all of it is there. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** What its sender said of it, as it came, to be told them again. */
    metadata: jsonb('metadata').$type<string>().notNull(),
    storedAt: timestampUtc('stored_at'),
    /** The call that is at it now, for as long as it says so. Promises F-1. */
    holder: text('holder'),
    heldUntil: timestampUtc('held_until'),
    /** Another call waits for it. */
    isWanted: boolean('is_wanted').notNull().default(false),
    ...timestamps(),
  },
  (t) => [index('uploads_owner').on(t.ownerId), index('uploads_age').on(t.updatedAt)],
);

import { and, asc, eq, inArray, lt, notExists, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { performers } from '../../db/schema/accounts';
import { feedFiles, feeds } from '../../db/schema/feeds';
import { files } from '../../db/schema/files';
import { messageFiles } from '../../db/schema/messages';
import type { Tx } from '../../db/transaction';

/**
 * Purposes of files that are uploaded first and put somewhere later. Whatever may hold one of these must be asked below;
 * other purposes are stored straight into their place and are never swept.
 */
const looseTypes = ['feed-photo', 'feed-video', 'feed-audio', 'message-photo', 'message-video', 'message-audio'];

export function createLooseFiles(db: Db) {
  const one = { one: sql`1` };
  const isIn = {
    post: db.select(one).from(feedFiles).where(eq(feedFiles.fileId, files.id)),
    cover: db.select(one).from(feeds).where(eq(feeds.thumbnailId, files.id)),
    teaser: db.select(one).from(feeds).where(eq(feeds.teaserId, files.id)),
    message: db.select(one).from(messageFiles).where(eq(messageFiles.fileId, files.id)),
  };
  const welcomeFiles = db.select({ id: sql<string>`unnest(${performers.welcomeMessageFileIds})` }).from(performers);

  return {
    /** Files older than that which nothing holds, kept from being taken up until the transaction ends. */
    async list(before: Date, limit: number, tx: Tx): Promise<string[]> {
      const rows = await tx
        .select({ id: files.id })
        .from(files)
        .where(
          and(
            inArray(files.type, looseTypes),
            lt(files.createdAt, before),
            ...Object.values(isIn).map((place) => notExists(place)),
            notInArray(files.id, welcomeFiles),
          ),
        )
        .orderBy(asc(files.id))
        .limit(limit)
        .for('update', { of: files, skipLocked: true });
      return rows.map(({ id }) => id);
    },
  };
}

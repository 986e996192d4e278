import { and, asc, desc, eq, isNotNull, ne, or, sql } from 'drizzle-orm';
import { fromCents } from '@contract/base/money';
import type { RemovableKind } from '@contract/content/house-rules';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { Db } from '../../../db/client';
import { isNamed } from '../../../db/account-search';
import { findRow, firstOrNull } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { photos } from '../../../db/schema/assets';
import { itemFiles, items } from '../../../db/schema/items';
import { purchases } from '../../../db/schema/money';
import { orders } from '../../../db/schema/orders';
import { comments } from '../../../db/schema/social';
import { anywhere } from '../../../db/search-words';
import type { MediaService } from '../../site/media/media-service';
import { ilike } from 'drizzle-orm';
import { selectPerson } from './person-columns';

type ContentView = NonNullable<EndpointReply<'getReport'>['content']>;
type ContentLine = EndpointReply<'searchContent'>['data'][number];
type ItemRow = typeof items.$inferSelect;

/** Files that a page shows of one gallery. */
const MAX_FILES = 60;

interface ReaderDeps {
  db: Db;
  media: Pick<MediaService, 'present'>;
}

/** Content of all creators in any state, for moderators. */
export function createContentReader({ db, media }: ReaderDeps) {
  async function readItem(kind: RemovableKind, id: string, viewer: Actor): Promise<ContentView | null> {
    const row = await firstOrNull(
      db
        .select({ item: items, creator: selectPerson(accounts) })
        .from(items)
        .leftJoin(accounts, eq(accounts.id, items.performerId))
        .where(and(eq(items.id, id), eq(items.kind, kind as ItemRow['kind']))),
    );
    if (!row) return null;
    const isOfIt = or(eq(items.id, id), eq(items.parentId, id));
    const [held, fileCount, buyers] = await Promise.all([
      db
        .selectDistinctOn([items.position, itemFiles.position, files.id], {
          file: files,
          photoId: photos.id,
          takenDownAt: photos.takenDownAt,
        })
        .from(itemFiles)
        .innerJoin(items, eq(items.id, itemFiles.itemId))
        .innerJoin(files, eq(files.id, itemFiles.fileId))
        .leftJoin(photos, eq(photos.id, items.id))
        .where(isOfIt)
        .orderBy(asc(items.position), asc(itemFiles.position), asc(files.id))
        .limit(MAX_FILES),
      countFiles(id),
      countBuyers(row.item),
    ]);
    return {
      ...presentLine(row),
      files: held.map(({ file, photoId, takenDownAt }) => ({
        ...media.present(file, { viewer, open: true, isPublished: false }),
        photo: photoId === null ? null : { _id: photoId, isRemoved: takenDownAt !== null },
      })),
      fileCount,
      galleryId: row.item.parentId,
      price: row.item.audience === 'sale' ? fromCents(row.item.price) : null,
      buyers,
    };
  }

  /** Photos are sold with their gallery. */
  function countBuyers({ id, kind, parentId }: ItemRow): Promise<number> {
    if (kind === 'product')
      return db.$count(orders, and(eq(orders.productId, id), ne(orders.deliveryStatus, 'refunded')));
    const [target, targetId] = kind === 'photo' ? (['gallery', parentId ?? ''] as const) : ([kind, id] as const);
    return db.$count(purchases, and(eq(purchases.target, target), eq(purchases.targetId, targetId)));
  }

  async function countFiles(id: string): Promise<number> {
    const [row] = await db
      .select({ total: sql<number>`count(distinct ${itemFiles.fileId})::int` })
      .from(itemFiles)
      .innerJoin(items, eq(items.id, itemFiles.itemId))
      .where(or(eq(items.id, id), eq(items.parentId, id)));
    return row?.total ?? 0;
  }

  async function readComment(id: string): Promise<ContentView | null> {
    const row = await findRow(db, comments, eq(comments.id, id));
    if (!row) return null;
    const creator = await firstOrNull(
      db.select(selectPerson(accounts)).from(accounts).where(eq(accounts.id, row.createdBy)),
    );
    return {
      kind: 'comment',
      _id: row.id,
      title: '',
      text: row.content,
      slug: null,
      state: row.takenDownAt === null ? 'published' : 'removed',
      creator,
      createdAt: row.createdAt.toISOString(),
      files: [],
      fileCount: 0,
      galleryId: null,
      price: null,
      buyers: 0,
    };
  }

  return {
    /** With links to its files, signed for the viewer. @returns null if it was deleted */
    read: (kind: RemovableKind, id: string, viewer: Actor): Promise<ContentView | null> =>
      kind === 'comment' ? readComment(id) : readItem(kind, id, viewer),

    async search(query: EndpointPart<'searchContent', 'query'>): Promise<EndpointReply<'searchContent'>> {
      const { kind, state, limit, offset } = query;
      const q = query.q?.trim() ?? '';
      const where = and(
        kind === undefined ? ne(items.kind, 'photo') : eq(items.kind, kind),
        state === 'removed' ? isNotNull(items.takenDownAt) : undefined,
        state === 'published' ? eq(items.status, 'active') : undefined,
        q === '' ? undefined : or(eq(items.id, q), ilike(items.title, anywhere(q)), isNamed(q)),
      );
      const listed = db
        .select({ item: items, creator: selectPerson(accounts) })
        .from(items)
        .leftJoin(accounts, eq(accounts.id, items.performerId))
        .where(where)
        .orderBy(desc(items.createdAt), desc(items.id))
        .limit(limit)
        .offset(offset);
      const counted = db
        .select({ total: sql<number>`count(*)::int` })
        .from(items)
        .leftJoin(accounts, eq(accounts.id, items.performerId))
        .where(where);
      const [rows, [all]] = await Promise.all([listed, counted]);
      return { data: rows.map(presentLine), total: all?.total ?? 0 };
    },
  };
}

const presentLine = ({ item, creator }: { item: ItemRow; creator: ContentLine['creator'] }): ContentLine => ({
  kind: item.kind,
  _id: item.id,
  title: item.title,
  text: [item.tagline, item.text].filter(Boolean).join('\n\n'),
  slug: item.slug,
  state: getState(item),
  creator,
  createdAt: item.createdAt.toISOString(),
});

function getState({ status, isScheduled, takenDownAt, deletedAt }: ItemRow): ContentLine['state'] {
  if (takenDownAt !== null) return 'removed';
  if (deletedAt !== null) return 'deleted';
  if (status === 'active') return 'published';
  if (status === 'draft') return 'draft';
  return isScheduled && status === 'inactive' ? 'scheduled' : 'hidden';
}

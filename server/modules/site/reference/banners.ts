import type { Operator } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { firstOrNull, getSingle } from '../../../db/query-helpers';
import { recordAct } from '../../../operator-log/record-act';
import { and, desc, eq } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { toDirection } from '../../../db/list-query';
import { selectPage } from '../../../db/query-helpers';
import { banners } from '../../../db/schema/site';
import { requireFound } from '../../../errors';
import type { FileRow, MediaService } from '../media/media-service';

type BannerRow = typeof banners.$inferSelect;
type BannerView = EndpointReply<'listBanners'>['data'][number];

interface BannerDeps {
  db: Db;
  media: Pick<MediaService, 'find' | 'publicUrl'>;
}

export async function listBanners(
  { db, media }: BannerDeps,
  { sort, position, ...page }: EndpointPart<'listBanners', 'query'>,
): Promise<EndpointReply<'listBanners'>> {
  const direction = toDirection(sort);
  const where = and(eq(banners.status, 'active'), position && eq(banners.position, position));
  const order = [direction(banners.updatedAt), direction(banners.id)];
  const { rows, total } = await selectPage(db, banners, { ...page, where, order });
  const files = await media.find(rows.map((row) => row.fileId).filter((id) => id !== null));
  const filesById = new Map(files.map((file) => [file.id, file]));
  return { data: rows.map((row) => presentBanner(media, row, filesById.get(row.fileId ?? ''))), total };
}

/** Includes inactive banners; newest first. */
export const listAllBanners = (db: Db): Promise<BannerRow[]> =>
  db.select().from(banners).orderBy(desc(banners.createdAt), desc(banners.id));

/** @param promo.link a path of this site or a web address @returns the id */
export const addBanner = (
  db: Db,
  promo: { title: string; description: string; link: string },
  by?: Operator,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const { id } = await getSingle(tx.insert(banners).values(promo).returning({ id: banners.id }));
    await recordAct(tx, by, { act: 'announcement.added', subject: { kind: 'announcement', id }, details: promo });
    return id;
  });

export async function removeBanner(db: Db, id: string, by?: Operator): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { title } = requireFound(await firstOrNull(tx.delete(banners).where(eq(banners.id, id)).returning()));
    await recordAct(tx, by, { act: 'announcement.removed', subject: { kind: 'announcement', id }, details: { title } });
  });
}

function presentBanner(
  media: BannerDeps['media'],
  { id, createdAt, updatedAt, ...row }: BannerRow,
  file: FileRow | undefined,
): BannerView {
  const thumbnails = [media.publicUrl(file, 'small')].filter(Boolean);
  return {
    ...row,
    _id: id,
    position: row.position as BannerView['position'],
    processing: file?.status === 'processing',
    photo: file ? { url: media.publicUrl(file, 'large'), thumbnails } : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

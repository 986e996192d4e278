import { toCents } from '@contract/base/money';
import { newId } from '../../server/db/columns';
import { galleries, photos, products, videos } from '../../server/db/schema/assets';
import { itemFiles, items } from '../../server/db/schema/items';
import type { Tx } from '../../server/db/transaction';
import type { DemoCreator, DemoGallery, DemoProduct, DemoSite, DemoVideo, MediaRecipe } from '../types';
import { getAccess } from './seed-posts';
import { ago, getId, type SeedContext } from './seed-context';
import { someAtATime } from './some-at-a-time';

type NewItem = typeof items.$inferInsert;

/** Ids of stored files by item key, in order. */
export type AssetFiles = Map<string, string[]>;

export async function storeAssetFiles(seed: SeedContext, site: DemoSite): Promise<AssetFiles> {
  const stored: AssetFiles = new Map();
  const wanted = site.creators.flatMap((creator) => {
    const ownerId = getId(seed.people, creator.username);
    const keep =
      (key: string, recipes: readonly { recipe: MediaRecipe; type: string; alt?: string; isPublic?: boolean }[]) =>
      async () => {
        const ids = [];
        for (const { recipe, ...options } of recipes) ids.push(await seed.store(recipe, { ownerId, ...options }));
        stored.set(key, ids);
      };
    return [
      ...creator.galleries.map(({ key, photos: pictures }) =>
        keep(
          key,
          pictures.map((picture) => ({ ...picture, type: 'performer-photo' })),
        ),
      ),
      ...creator.videos.map(({ key, film, thumbnail, teaser }) =>
        keep(key, [
          { recipe: film, type: 'performer-video' },
          { recipe: thumbnail, type: 'performer-video-thumbnail', isPublic: true },
          ...(teaser ? [{ recipe: teaser, type: 'performer-video-teaser', isPublic: true }] : []),
        ]),
      ),
      ...creator.products.map(({ key, image, delivery }) =>
        keep(key, [
          { recipe: image, type: 'performer-product-image', isPublic: true },
          ...(delivery.type === 'digital' ? [{ recipe: delivery.file, type: 'performer-product-digital' }] : []),
        ]),
      ),
    ];
  });
  await someAtATime(wanted);
  return stored;
}

export async function seedAssets(seed: SeedContext, tx: Tx, site: DemoSite, stored: AssetFiles): Promise<void> {
  for (const creator of site.creators) {
    const files = (key: string) => stored.get(key) ?? [];
    for (const gallery of creator.galleries) await insertGallery(seed, tx, creator, gallery, files(gallery.key));
    for (const video of creator.videos) await insertVideo(seed, tx, creator, video, files(video.key));
    for (const product of creator.products) await insertProduct(seed, tx, creator, product, files(product.key));
  }
}

/** Inserts the common columns. The slug is the end of the key: `mira/gallery-sea-series`. */
async function insertItem(
  seed: SeedContext,
  tx: Tx,
  { username }: DemoCreator,
  item: { key: string; minutesAgo: number; likes: number },
  columns: Pick<NewItem, 'kind'> & Partial<NewItem>,
): Promise<string> {
  const at = ago(seed, item.minutesAgo);
  const id = newId(at.getTime());
  seed.items.set(item.key, id);
  await tx.insert(items).values({
    id,
    performerId: getId(seed.people, username),
    slug: item.key.replaceAll('/', '-'),
    publishedAt: at,
    createdAt: at,
    updatedAt: at,
    totalLike: item.likes,
    ...columns,
  });
  return id;
}

const holding = (itemId: string, fileId: string | undefined, role: 'content' | 'thumbnail' | 'teaser') =>
  fileId === undefined ? [] : [{ itemId, fileId, role }];

async function insertGallery(
  seed: SeedContext,
  tx: Tx,
  creator: DemoCreator,
  gallery: DemoGallery,
  fileIds: string[],
): Promise<void> {
  const { title, description, views, access } = gallery;
  const galleryId = await insertItem(seed, tx, creator, gallery, {
    kind: 'gallery',
    title,
    tagline: description,
    totalView: views,
    ...getAccess(access),
  });
  const held: string[] = [];
  for (const [position, fileId] of fileIds.entries()) {
    const photo = { key: `${gallery.key}/${position}`, minutesAgo: gallery.minutesAgo, likes: 0 };
    const columns = {
      kind: 'photo' as const,
      title: gallery.photos[position]?.alt ?? '',
      parentId: galleryId,
      position,
    };
    const id = await insertItem(seed, tx, creator, photo, { ...columns, ...getAccess(access) });
    await tx.insert(photos).values({ id, wantedStatus: 'active' });
    await tx.insert(itemFiles).values(holding(id, fileId, 'content'));
    held.push(id);
  }
  await tx.insert(galleries).values({ id: galleryId, coverItemId: held[0] ?? null });
}

async function insertVideo(
  seed: SeedContext,
  tx: Tx,
  creator: DemoCreator,
  video: DemoVideo,
  [film, thumbnail, teaser]: string[],
): Promise<void> {
  const { title, description, tags, views, access, comments } = video;
  const id = await insertItem(seed, tx, creator, video, {
    kind: 'video',
    title,
    tagline: description,
    tags: [...tags],
    totalView: views,
    ...getAccess(access),
    totalComment: comments.length,
  });
  await tx.insert(videos).values({ id });
  const files = [
    ...holding(id, film, 'content'),
    ...holding(id, thumbnail, 'thumbnail'),
    ...holding(id, teaser, 'teaser'),
  ];
  await tx.insert(itemFiles).values(files);
}

async function insertProduct(
  seed: SeedContext,
  tx: Tx,
  creator: DemoCreator,
  product: DemoProduct,
  [image, file]: string[],
): Promise<void> {
  const { name, description, price, delivery } = product;
  const id = await insertItem(seed, tx, creator, product, {
    kind: 'product',
    type: delivery.type,
    title: name,
    tagline: description,
    audience: 'sale',
    price: toCents(price),
  });
  await tx.insert(products).values({ id, stock: delivery.type === 'physical' ? delivery.stock : 0 });
  await tx.insert(itemFiles).values([...holding(id, image, 'thumbnail'), ...holding(id, file, 'content')]);
}

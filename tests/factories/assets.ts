import path from 'node:path';
import { stat } from 'node:fs/promises';
import type { GalleryView } from '../../server/modules/content/gallery/gallery-service';
import type { PhotoView } from '../../server/modules/content/photo/photo-service';
import type { ProductView } from '../../server/modules/content/product/product-service';
import type { VideoView } from '../../server/modules/content/video/video-service';
import type { FileRow } from '../../server/modules/site/media/media-service';
import type { TestApp } from '../harness/build-test-app';
import { buildStoredPhoto } from './media';
import type { BuiltPerson } from './user';

type Input<K extends 'video' | 'gallery' | 'product'> = Parameters<TestApp['services'][K]['create']>[1];

/** A converted video of two seconds. */
export async function buildStoredFilm(
  app: TestApp,
  owner: BuiltPerson,
  { type = 'performer-video', isPublic = false } = {},
): Promise<FileRow> {
  const clip = path.join(__dirname, '../recordings/clip.mp4');
  const facts = { mimeType: 'video/mp4', width: 320, height: 240 };
  const variants = { video: { ...facts, path: clip, size: (await stat(clip)).size } };
  return app.services.media.storePrepared(
    { kind: 'video', ...facts, duration: 2, variants },
    { ownerId: owner.id, type, isPublic },
  );
}

export async function buildVideo(
  app: TestApp,
  owner: BuiltPerson,
  input: Partial<Input<'video'>> = {},
): Promise<VideoView> {
  const { id } = await buildStoredFilm(app, owner);
  return app.services.video.create(owner.actor, { title: 'A film', description: 'What happens', fileId: id, ...input });
}

export const buildGallery = (
  app: TestApp,
  owner: BuiltPerson,
  input: Partial<Input<'gallery'>> = {},
): Promise<GalleryView> =>
  app.services.gallery.create(owner.actor, { title: 'A walk', description: 'By the sea', ...input });

export async function buildGalleryPhoto(
  app: TestApp,
  owner: BuiltPerson,
  input: Partial<Parameters<TestApp['services']['photo']['create']>[1]> = {},
): Promise<PhotoView> {
  const { id } = await buildStoredPhoto(app, { ownerId: owner.id, type: 'performer-photo', name: 'Secret name.jpg' });
  return app.services.photo.create(owner.actor, {
    title: 'A wave',
    description: 'Seen from the pier',
    fileId: id,
    ...input,
  });
}

/** A physical product on sale, three in stock. */
export const buildProduct = (
  app: TestApp,
  owner: BuiltPerson,
  input: Partial<Input<'product'>> = {},
): Promise<ProductView> =>
  app.services.product.create(owner.actor, {
    name: 'A print',
    description: 'On thick paper',
    price: 20,
    stock: 3,
    ...input,
  });

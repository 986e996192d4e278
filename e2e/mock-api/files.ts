import sharp from 'sharp';
import { Refusal, required } from './refusal';
import { isBought, isSubscribed, stamp, type Person, type StoredFile, type World } from './state';
import type { SentFile } from './call';

/** How long a video is converted: long enough for the page to show it. */
const conversionMs = 700;

export const paintPicture = async (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 480, height: 600, channels: 3, background: colour } })
    .png()
    .toBuffer();

export function storeFile(world: World, type: string, sent: Omit<SentFile, 'field'>): StoredFile {
  const isFilm = sent.mimeType.startsWith('video/') || sent.mimeType.startsWith('audio/');
  const file: StoredFile = {
    ...stamp(),
    type,
    name: sent.name,
    mimeType: sent.mimeType,
    bytes: sent.bytes,
    refItems: [],
    ...(sent.mimeType.startsWith('image/') && { width: 480, height: 600 }),
    ...(isFilm && { duration: 4, readyAt: Date.now() + conversionMs }),
  };
  world.files.set(file._id, file);
  return file;
}

/** A signed URL contains the content that the file belongs to. Clients add the token, as for compatible backends. */
export function fileUrl({ url }: World, { _id }: StoredFile, link: string, isSigned: boolean): string {
  return `${url}/static/${_id}?${link}${isSigned ? '&signed=1' : ''}`;
}

/** Avatars, covers and thumbnails are public; other files need a signed URL. @throws Refusal 403 */
export function readFile(world: World, id: string, query: URLSearchParams): StoredFile {
  const file = required(world.files.get(id));
  const isPublic = file.type === 'avatar' || file.type === 'cover';
  if (!isPublic && !query.has('signed') && !query.has('thumbnail')) throw new Refusal(403, 'Forbidden');
  return file;
}

/** Wire contract 3.3. */
export function mayView(
  world: World,
  viewer: Person | undefined,
  feed: { _id: string; fromSourceId: string; isSale: boolean; price: number },
): boolean {
  if (viewer?._id === feed.fromSourceId) return true;
  if (!feed.isSale) return isSubscribed(world, viewer?._id, feed.fromSourceId);
  return feed.price === 0 || isBought(world, viewer?._id, feed._id);
}

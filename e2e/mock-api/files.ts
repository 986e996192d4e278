import sharp from 'sharp';
import { Refusal, required } from './refusal';
import { isBought, isSubscribed, stamp, type Person, type StoredFile, type World } from './state';
import type { SentFile } from './call';

/** Milliseconds that a film takes to be converted: long enough to be seen waiting. */
const conversionMs = 700;

/** A picture of one colour, as small as it can be and still have a size. */
export const paintPicture = async (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 480, height: 600, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** Keeps what was sent. @param type what it is for, such as `feed-photo` */
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

/**
 * The address of a file. Guarded ones carry what they belong to; the token is added by who reads them, as content of the
 * family does for its viewers.
 */
export function fileUrl({ url }: World, { _id }: StoredFile, link: string, isSigned: boolean): string {
  return `${url}/static/${_id}?${link}${isSigned ? '&signed=1' : ''}`;
}

/**
 * The bytes of a file. Pictures of people are everybody's, thumbnails too; others open by a signed address only.
 *
 * @throws Refusal 403 for an address that does not open
 */
export function readFile(world: World, id: string, query: URLSearchParams): StoredFile {
  const file = required(world.files.get(id));
  const isPublic = file.type === 'avatar' || file.type === 'cover';
  if (!isPublic && !query.has('signed') && !query.has('thumbnail')) throw new Refusal(403, 'Forbidden');
  return file;
}

/** Whether the viewer may see a post. Wire contract 3.3. */
export function mayView(
  world: World,
  viewer: Person | undefined,
  feed: { _id: string; fromSourceId: string; isSale: boolean; price: number },
): boolean {
  if (viewer?._id === feed.fromSourceId) return true;
  if (!feed.isSale) return isSubscribed(world, viewer?._id, feed.fromSourceId);
  return feed.price === 0 || isBought(world, viewer?._id, feed._id);
}

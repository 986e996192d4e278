import type { EndpointData } from '@contract/schemas';
import { omitEmpty } from '@/lib/omit-empty';
import { getPersonName } from '@/lib/person-name';
import type { ItemPart, ItemQuery } from './item-kind';
import type { Author, ItemFile } from './item-view';

export const assetQuery = ({ performerId, words }: ItemQuery, { limit, offset }: ItemPart) => ({
  ...omitEmpty({ performerId, q: words }),
  limit,
  offset,
});

/** Fields that galleries, photos, videos and products have in common, under the names of posts. Wire contract 3.5 to 3.8. */
export function readAsset(asset: WireAsset) {
  const { _id, slug, title, description, status, isSale, isFree, price, access, stats } = asset;
  const { isBought, isLiked, isBookmarked, isBookMarked, isReadOnly, isTakenDown, createdAt } = asset;
  const performer = asset.performer ?? unnamed(asset.performerId);
  // In list rows of some backends, only the creator has the flag.
  const isSubscribed = asset.isSubscribed || performer.isSubscribed;
  return {
    _id,
    slug,
    title,
    status,
    isSale,
    isFree,
    price,
    access,
    isSubscribed,
    isBought,
    isLiked,
    createdAt,
    // The description is public even while the item is locked, as a post's tagline is.
    text: '',
    tagline: description ?? '',
    isBookmarked: isBookmarked || isBookMarked,
    ...(isReadOnly && { isReadOnly }),
    ...(isTakenDown && { isTakenDown }),
    totalLike: stats.likes,
    totalComment: stats.comments,
    totalView: stats.views ?? null,
    performer,
    isFollowed: performer.isFollowed,
    isPinned: false,
    pollDescription: '',
  };
}

type WireAsset = Omit<EndpointData<'getGallery'>, 'coverPhotoId' | 'coverPhoto' | 'numOfItems'>;

const unnamed = (_id: string): Author =>
  ({ _id, name: getPersonName(undefined, 'creator'), username: '', avatar: '', verifiedAccount: false }) as Author;

/** Files of items other than posts may lack id and purpose. Wire contract 3.5. */
export const readFile = (
  file: NonNullable<EndpointData<'getVideo'>['video']>,
  { _id, type }: { _id: string; type: string },
): ItemFile => ({ ...file, _id: file._id ?? _id, type: file.type || type });

import type { EndpointData } from '@contract/schemas';
import { omitEmpty } from '@/lib/omit-empty';
import { getPersonName } from '@/lib/person-name';
import type { ItemPart, ItemQuery } from './item-kind';
import type { Author, ItemFile } from './item-view';

/** What their lists are asked for, by number. */
export const assetQuery = ({ performerId, words }: ItemQuery, { limit, offset }: ItemPart) => ({
  ...omitEmpty({ performerId, q: words }),
  limit,
  offset,
});

/** What galleries, photos, videos and products say alike, by the names that posts give it. Wire contract 3.5 to 3.8. */
export function readAsset(asset: WireAsset) {
  const { _id, slug, title, description, status, isSale, isFree, price, access, stats } = asset;
  const { isBought, isLiked, isBookmarked, isBookMarked, isReadOnly, createdAt } = asset;
  const performer = asset.performer ?? unnamed(asset.performerId);
  // Where a row does not say it, its creator may.
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
    // What tells of it, locked or not.
    text: '',
    tagline: description ?? '',
    isBookmarked: isBookmarked || isBookMarked,
    ...(isReadOnly && { isReadOnly }),
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

/** Backends that leave out whose it is. */
const unnamed = (_id: string): Author =>
  ({ _id, name: getPersonName(undefined, 'creator'), username: '', avatar: '', verifiedAccount: false }) as Author;

/** A file as posts have it: in other content its id and purpose may be missing. Wire contract 3.5. */
export const readFile = (
  file: NonNullable<EndpointData<'getVideo'>['video']>,
  { _id, type }: { _id: string; type: string },
): ItemFile => ({ ...file, _id: file._id ?? _id, type: file.type || type });

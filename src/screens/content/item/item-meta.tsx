import { getNoun } from '@/config/item-names';
import { getPath } from '@/features/content/item/item-kinds';
import {
  getAccess,
  hasStock,
  getContents,
  getPictures,
  getPreview,
  getTitle,
  type Item,
  type ItemFile,
} from '@/features/content/item/item-view';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { firstCharacters } from '@contract/base/shorten';
import { getAudience } from '@/lib/audience';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { ShareMeta, type ShareImage } from '../../site/share-meta';

/** Search engines cut longer descriptions off. */
const MAX_DESCRIPTION_CHARACTERS = 155;

/** Uses only text that this viewer can see; search engines are guests. */
export function describeItem(item: Item): string {
  if (getAccess(item) === 'open')
    return firstCharacters(item.text || item.tagline || getTitle(item), MAX_DESCRIPTION_CHARACTERS);
  const inside = getContents(item).join(' and ') || `A ${getNoun(item.kind)}`;
  const price = item.isSale && item.price ? `for ${formatMoney(item.price)}` : 'for subscribers';
  const line = item.tagline ? `${item.tagline}. ` : '';
  return firstCharacters(`${line}${inside} ${price}, by ${item.performer.name}.`, MAX_DESCRIPTION_CHARACTERS);
}

/** A title that is understood without the creator's page around it. */
export function getHeading(item: Item): string {
  return (
    item.title ||
    `${getAudience(item) === 'sale' ? getTitle(item) : `A ${getNoun(item.kind)}`} by ${item.performer.name}`
  );
}

/**
 * An image that everyone may see: the item's public thumbnail; for guests, the unlocked image or the server's blurred one; else
 * the creator's. Never an image that only this viewer can open.
 */
export function getShareImage(item: Item, isStranger: boolean): ShareImage | null {
  const { thumbnail, performer } = item;
  const chosen = thumbnail?.url ?? thumbnail?.thumbnails?.[0];
  if (thumbnail && chosen) return toShareImage(thumbnail, chosen);
  const [picture] = isStranger && getAccess(item) === 'open' ? getPictures(item) : [];
  const file = picture && item.files.find(({ _id }) => _id === picture.id);
  if (file && picture) return toShareImage(file, picture.full);
  const preview = isStranger ? getPreview(item) : null;
  const src = preview?.src ?? (performer.cover || performer.avatar);
  return src ? { src } : null;
}

/** Width and height of a file are those of the original, which is never linked: scales them to the linked size. */
function toShareImage({ sources, width, height }: ItemFile, src: string): ShareImage {
  const sent = sources?.find(({ url }) => url === src)?.width;
  return sent && width && height ? { src, width: sent, height: Math.round((sent * height) / width) } : { src };
}

export function ItemMeta({ item }: { item: Item }) {
  const isStranger = !useAppSelector(selectIsLoggedIn);
  const { isSale, price } = item;
  const isProduct = item.kind === 'product';
  return (
    <ShareMeta
      type={isProduct ? 'product' : 'article'}
      title={getHeading(item)}
      description={describeItem(item)}
      path={getPath(item)}
      image={getShareImage(item, isStranger)}
      price={isSale || isProduct ? price : null}
      isInStock={isProduct ? hasStock(item) : undefined}
    />
  );
}

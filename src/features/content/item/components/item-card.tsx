import { Pin } from 'lucide-react';
import { memo, useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Post } from '@/components/content/post';
import { PostActions } from '@/components/content/post-actions';
import { PostHead } from '@/components/content/post-head';
import { TimeAgo } from '@/components/basic/times';
import { itemNames } from '@/config/item-names';
import { paths } from '@/config/paths';
import { audienceLabels, audienceOf } from '@/lib/audience';
import { useAppSelector } from '@/store/hooks';
import { pathOf } from '../item-kind';
import { selectIsHidden, selectItem } from '../item-slice';
import { accessOf, type Item } from '../item-view';
import { ItemBody } from './item-body';
import { ItemLocked } from './item-locked';
import { useItemActions, type ItemHandlers } from './use-item-actions';
import styles from './item.module.css';

/** Characters of a text that a list shows before "Read on". */
const longText = 420;

interface ItemCardProps extends ItemHandlers {
  itemKey: string;
  /** Left out where everything is by the same creator. */
  showAuthor?: boolean;
  /** On its own page: the whole text. */
  isPage?: boolean;
  /** Among what others publish: left out when the reader muted its creator. */
  isMutable?: boolean;
  /** Above the fold: pictures load at once. */
  eager?: boolean;
}

/** One item as this viewer may see it; what an open one of its kind looks like is in `item-body`. */
export const ItemCard = memo(function ItemCard({ itemKey, isMutable, ...rest }: ItemCardProps) {
  const item = useAppSelector(selectItem(itemKey));
  const isMuted = useAppSelector(selectIsHidden(item?.performer._id ?? '')) && isMutable;
  return item && !isMuted ? <ItemArticle item={item} {...rest} /> : null;
});

function ItemArticle({
  item,
  showAuthor = true,
  isPage,
  eager,
  ...handlers
}: Omit<ItemCardProps, 'itemKey' | 'isMutable'> & { item: Item }) {
  const actions = useItemActions(item, handlers);
  const isOpen = accessOf(item) === 'open';
  const path = pathOf(item);
  const titleHref = isPage ? undefined : path;
  return (
    <Post
      label={`${itemNames[item.kind].noun} by ${item.performer.name}`}
      head={showAuthor ? <AuthorHead item={item} href={titleHref} /> : <PlainHead item={item} href={path} />}
      title={isOpen ? item.title || undefined : undefined}
      titleHref={titleHref}
      text={item.text && <ItemText text={item.text} whole={isPage} />}
      actions={<PostActions {...actions} />}
    >
      {isOpen || item.kind === 'product' ? (
        <ItemBody item={item} eager={eager} />
      ) : (
        <ItemLocked item={item} titleHref={titleHref} eager={eager} />
      )}
    </Post>
  );
}

function AuthorHead({ item, href }: { item: Item; href: string | undefined }) {
  const { performer } = item;
  return (
    <PostHead
      name={performer.name}
      href={paths.profile(performer.username || performer._id)}
      avatar={performer.avatar}
      verified={performer.verifiedAccount}
      online={Boolean(performer.isOnline)}
      live={Boolean(performer.live)}
      publishedAt={publishedAtOf(item)}
      postHref={href}
      audience={audienceLabels[audienceOf(item)]}
      aside={item.isPinned && <Badge icon={Pin}>Pinned</Badge>}
    />
  );
}

function PlainHead({ item, href }: { item: Item; href: string }) {
  return (
    <div className={styles.plainHead}>
      <span>
        <TimeAgo value={publishedAtOf(item)} href={href} /> · {audienceLabels[audienceOf(item)]}
      </span>
      {item.isPinned && <Badge icon={Pin}>Pinned</Badge>}
    </div>
  );
}

/** A draft may be older than its first day in public; a backend that does not say counts from when it was made. */
const publishedAtOf = ({ publishedAt, createdAt }: Item): string => publishedAt ?? createdAt;

function ItemText({ text, whole = false }: { text: string; whole?: boolean }) {
  const [isOpen, setIsOpen] = useState(whole);
  if (isOpen || text.length <= longText + 80) return text;
  return (
    <>
      {`${text.slice(0, text.lastIndexOf(' ', longText))}… `}
      <button type="button" className="link" onClick={() => setIsOpen(true)}>
        Read more
      </button>
    </>
  );
}

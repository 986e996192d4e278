import { EyeOff, Flag, Link2, MessageCircleOff, Pencil, Pin, Trash2, VolumeX } from 'lucide-react';
import { useRouter } from 'next/router';
import { memo, useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { LinkedText } from '@/components/basic/linked-text';
import { Note } from '@/components/basic/note';
import { Post, PostHead } from '@/components/content/post';
import { PostActions } from '@/components/content/post-actions';
import type { MenuItem } from '@/components/layout/menu';
import { itemNames, getNoun } from '@/config/item-names';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { audienceLabels, getAudience } from '@/lib/audience';
import { cutAtWord } from '@contract/base/shorten';
import { reactionRequested, tipRequested, type ReactionChange } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getKey, getPath } from '../item-kinds';
import { creatorMuted, itemHidden, linkCopyRequested, shareRequested } from '../item-slice';
import { selectIsHidden, selectItem } from '../item-state';
import { getAccess, getPayee, getTitle, type Item } from '../item-view';
import { useRemoval } from '../use-removal';
import { ItemBody, ItemLocked } from './item-body';

const LONG_TEXT_CHARACTERS = 420;

export interface ItemHandlers {
  onComments?: (item: Item) => void;
  onReport?: (item: Item) => void;
  onDelete?: (item: Item) => void;
}

interface ItemCardProps extends ItemHandlers {
  itemKey: string;
  isPage?: boolean;
  /** For lists of several creators: hides the item if the viewer muted its creator. */
  isMutable?: boolean;
  eager?: boolean;
}

export const ItemCard = memo(function ItemCard({ itemKey, isMutable, ...rest }: ItemCardProps) {
  const item = useAppSelector(selectItem(itemKey));
  const isMuted = useAppSelector(selectIsHidden(item?.performer._id ?? '')) && isMutable;
  return item && !isMuted ? <ItemArticle item={item} {...rest} /> : null;
});

type ItemArticleProps = Omit<ItemCardProps, 'itemKey' | 'isMutable'> & { item: Item };

function ItemArticle({ item, isPage, eager, ...handlers }: ItemArticleProps) {
  const actions = useItemActions(item, { ...handlers, isPage });
  const isOpen = getAccess(item) === 'open';
  const titleHref = isPage ? undefined : getPath(item);
  return (
    <Post
      id={item._id}
      label={`${itemNames[item.kind].noun} by ${item.performer.name}`}
      head={<AuthorHead item={item} href={titleHref} />}
      title={isOpen ? item.title || undefined : undefined}
      titleHref={titleHref}
      text={item.text && <ItemText text={item.text} whole={isPage} />}
      actions={
        <>
          <PostActions {...actions} />
          {item.isReadOnly && <ReadOnlyNote />}
        </>
      }
    >
      {isOpen || item.kind === 'product' ? (
        <ItemBody item={item} eager={eager} />
      ) : (
        <ItemLocked item={item} titleHref={titleHref} eager={eager} />
      )}
    </Post>
  );
}

const ReadOnlyNote = () => (
  <Note icon={MessageCircleOff}>
    You can still open what you bought. This creator doesn’t take likes, comments, tips or messages from you.
  </Note>
);

function AuthorHead({ item, href }: { item: Item; href: string | undefined }) {
  const { performer } = item;
  const isOwn = useAppSelector(selectCurrentUser)?._id === performer._id;
  return (
    <PostHead
      name={performer.name}
      href={item.isReadOnly ? undefined : paths.profile(performer.username || performer._id)}
      avatar={performer.avatar}
      verified={performer.verifiedAccount}
      online={Boolean(performer.isOnline)}
      live={Boolean(performer.live)}
      // A draft can be much older than its publication. Some backends only send the creation date.
      publishedAt={item.publishedAt ?? item.createdAt}
      postHref={href}
      // Some backends consider the owner a buyer. Wire contract 3.3.
      audience={item.isSale && item.isBought && !isOwn ? 'Unlocked' : audienceLabels[getAudience(item)]}
      aside={item.isPinned && <Badge icon={Pin}>Pinned</Badge>}
    />
  );
}

function ItemText({ text, whole = false }: { text: string; whole?: boolean }) {
  const [isOpen, setIsOpen] = useState(whole);
  if (isOpen || text.length <= LONG_TEXT_CHARACTERS + 80) return <LinkedText text={text} />;
  return (
    <>
      <LinkedText text={cutAtWord(text, LONG_TEXT_CHARACTERS)} isCut />
      {'… '}
      <button type="button" className="link" onClick={() => setIsOpen(true)}>
        Read more
      </button>
    </>
  );
}

function useItemActions(
  item: Item,
  { onComments, onReport, onDelete, isPage }: ItemHandlers & Pick<ItemCardProps, 'isPage'>,
) {
  const dispatch = useAppDispatch();
  const toRemovalItem = useRemoval();
  const router = useRouter();
  const viewer = useAppSelector(selectCurrentUser);
  const { _id: objectId, kind, performer, isLiked, isBookmarked, isReadOnly } = item;
  const path = getPath(item);
  const react = (action: ReactionChange['action'], on: boolean) =>
    dispatch(reactionRequested({ objectType: kind, objectId, action, on }));
  const tip = () => {
    if (viewer) dispatch(tipRequested({ performer: getPayee(item) }));
    else void router.push(paths.auth.registerFor(path));
  };
  const copy: MenuItem = { label: 'Copy link', icon: Link2, onSelect: () => dispatch(linkCopyRequested({ path })) };
  const noun = getNoun(kind);
  const own: MenuItem[] = [
    { label: `Edit ${noun}`, icon: Pencil, href: itemNames[kind].own.edit(objectId) },
    { label: `Delete ${noun}`, icon: Trash2, tone: 'danger', onSelect: () => onDelete?.(item) },
  ];
  const others: MenuItem[] = [
    { label: `Hide this ${noun}`, icon: EyeOff, onSelect: () => dispatch(itemHidden({ key: getKey(item) })) },
    {
      label: `Mute ${performer.name}`,
      icon: VolumeX,
      onSelect: () => dispatch(creatorMuted({ id: performer._id, name: performer.name })),
    },
  ];
  if (onReport) others.push({ label: 'Report', icon: Flag, onSelect: () => onReport(item) });
  const removal = isPage && toRemovalItem ? [toRemovalItem(kind, objectId, item)] : [];
  return {
    liked: isLiked,
    likes: item.totalLike,
    // The viewer can still remove an existing like or bookmark.
    onLike: isReadOnly && !isLiked ? undefined : () => react('like', !isLiked),
    saved: isBookmarked,
    onSave: isReadOnly && !isBookmarked ? undefined : () => react('bookmark', !isBookmarked),
    // Tips are paid from wallets, and only fans have one to spend.
    onTip: viewer?.isPerformer || isReadOnly ? undefined : tip,
    comments: item.totalComment,
    onComments: isReadOnly ? undefined : () => (onComments ? onComments(item) : void router.push(`${path}#comments`)),
    onShare: () => dispatch(shareRequested({ path, title: `${getTitle(item)}, by ${performer.name}` })),
    more: [copy, ...(viewer?._id === performer._id ? own : others), ...removal],
  };
}

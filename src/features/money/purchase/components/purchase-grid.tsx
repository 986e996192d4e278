import {
  AudioLines,
  Film,
  Image as PictureSign,
  Images,
  Library,
  MessageCircle,
  SearchX,
  ShoppingBag,
  Text,
} from 'lucide-react';
import { Picture } from '@/components/media/picture';
import Link from 'next/link';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { useStrip } from '@/components/hooks/use-strip';
import { ListStates } from '@/components/list/list-states';
import { Avatar } from '@/components/people/avatar';
import { EmptyState } from '@/components/states/empty-state';
import { NothingToSearch } from '@/components/states/nothing-to-search';
import { itemPath } from '@/config/item-names';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { hasOnlyPunctuation } from '@/lib/read-words';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  purchases,
  selectSellers,
  type LibraryQuery,
  type Purchase,
  KIND_NAMES,
  type PurchaseKind,
} from '../purchase-feature';
import styles from './purchase-grid.module.css';

/** Number of pictures to load immediately: two rows on wide screens. */
const aboveFold = 6;

interface LibraryGridProps {
  /** The item's URL: an overlay of this page, or for messages the conversation. */
  getHref: (item: Purchase) => string;
}

export function PurchaseGrid({ getHref }: LibraryGridProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(purchases.select);
  return (
    <ListStates
      list={list}
      failedTitle="Your purchases did not load"
      onRetry={() => dispatch(purchases.requested(list.query))}
      onMore={() => dispatch(purchases.moreRequested())}
      skeleton="card"
      skeletonCount={6}
      skeletonClass={styles.grid}
      empty={<Nothing query={list.query} />}
    >
      <div className={styles.grid}>
        {list.rows.map((item, index) => (
          <PurchaseTile key={item._id} item={item} href={getPlace(item, getHref)} eager={index < aboveFold} />
        ))}
      </div>
    </ListStates>
  );
}

function Nothing({ query }: { query: LibraryQuery }) {
  const everything = <Button href={paths.user.purchased}>Show everything</Button>;
  if (query.q !== undefined && hasOnlyPunctuation(query.q))
    return <NothingToSearch text={query.q} action={everything} />;
  return Object.keys(query).length > 0 ? (
    <EmptyState
      icon={SearchX}
      title="No purchases match"
      text="Try other words, or see all purchases."
      action={everything}
    />
  ) : (
    <EmptyState
      icon={Library}
      title="Nothing unlocked yet"
      text="Posts and messages you unlock stay here, ready to open, with or without a subscription."
      action={<Button href={paths.creators}>Find creators</Button>}
    />
  );
}

function getPlace(item: Purchase, getHref: LibraryGridProps['getHref']): string {
  if (item.target === 'feed') return getHref(item);
  if (item.conversationId) return paths.conversation(item.conversationId);
  if (item.target === 'message') return paths.messageTo('performer', item.performerId);
  return itemPath(item.target, item.targetId) ?? paths.profile(item.performerInfo?.username || item.performerId);
}

interface PurchaseTileProps {
  item: Purchase;
  href: string;
  eager?: boolean;
}

function PurchaseTile({ item, href, eager }: PurchaseTileProps) {
  const { title, cover, performerInfo: creator, price, boughtAt, kind, isAvailable } = item;
  const name = getPersonName(creator, 'creator');
  // A post opens as an overlay: the URL changes, but the scroll position does not.
  const isShallow = item.target === 'feed';
  const words = (
    <span className={cx('said', styles.words)} aria-hidden="true">
      {title}
    </span>
  );
  return (
    <article className={styles.tile}>
      <div className={cx('tile-cover', styles.cover)}>
        {cover ? (
          <Picture
            src={cover.url}
            alt=""
            width={400}
            height={300}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
            fallback={words}
          />
        ) : (
          words
        )}
        <Badge tone="media" icon={kindIcons[kind]} className={styles.kind}>
          {getContents(item)}
        </Badge>
      </div>
      <h3 className={styles.title}>
        {isAvailable ? (
          <Link href={href} shallow={isShallow} scroll={!isShallow} className="tile-link">
            {title}
          </Link>
        ) : (
          title
        )}
      </h3>
      <p className={cx('sm ink-2', styles.who)}>
        <Avatar name={name} src={creator?.avatar} size="xs" />
        <span className="truncate">{name}</span>
      </p>
      <p className={cx('xs muted num', styles.paid)}>
        {isAvailable ? 'Bought' : 'No longer here, bought'} <Day value={boughtAt} /> for {formatMoney(price)}
      </p>
    </article>
  );
}

interface SellerStripProps {
  value: string;
  onChoose: (performerId: string) => void;
}

/** A press on the chosen creator selects all creators again. */
export function SellerStrip({ value, onChoose }: SellerStripProps) {
  const sellers = useAppSelector(selectSellers);
  const strip = useStrip<HTMLDivElement>(value);
  if (sellers.length < 2) return null;
  return (
    <div ref={strip} className={cx('strip', styles.strip)} role="group" aria-label="Creator">
      {sellers.map(({ _id, name, username, avatar, total }) => (
        <button
          key={_id}
          type="button"
          className={styles.seller}
          aria-pressed={_id === value}
          aria-label={name || username}
          title={pluralise(total, 'purchase')}
          onClick={() => onChoose(_id === value ? '' : _id)}
        >
          <Avatar name={name || username} src={avatar} size="lg" />
          <span className={cx('xs center truncate', styles.name)}>{(name || username).split(' ')[0]}</span>
        </button>
      ))}
    </div>
  );
}

const kindIcons = {
  text: Text,
  photo: PictureSign,
  video: Film,
  audio: AudioLines,
  message: MessageCircle,
  gallery: Images,
  product: ShoppingBag,
} satisfies Record<PurchaseKind, unknown>;

/** `14 photos`; `Video, 18:24`. */
function getContents({ kind, fileCount, totalDuration }: Purchase): string {
  if (totalDuration > 0) return `${KIND_NAMES[kind]}, ${formatDuration(totalDuration)}`;
  return kind === 'photo' && fileCount > 1 ? pluralise(fileCount, 'photo') : KIND_NAMES[kind];
}

import dynamic from 'next/dynamic';
import { Play } from 'lucide-react';
import { useState, type CSSProperties, type ReactElement } from 'react';
import type { Dispatch } from 'redux';
import { Button } from '@/components/basic/button';
import { LockedCard } from '@/components/content/locked-card';
import { LazyPart } from '@/components/states/part-failed';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { failureShown } from '@/features/site/ui/ui-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatDuration } from '@/lib/format-duration';
import { getPlayableUrl } from '@/lib/media-file';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getOffer, type LockedOffer } from '../item-offer';
import {
  getAccess,
  getContents,
  describeContent,
  isBeingProcessed,
  getLockedKind,
  getPreview,
  getTitle,
  type ClosableItem,
  type FeedItem,
  type Item,
} from '../item-view';
import { ItemMedia, usePolledItem } from './item-media';
import styles from './item.module.css';

/** Loaded on demand, because few posts have a poll or announce a show. */
const FeedPoll = dynamic(() => import('./feed-poll').then((module) => module.FeedPoll), { loading: LazyPart });
const FeedAnnouncement = dynamic(() => import('./feed-announcement').then((module) => module.FeedAnnouncement), {
  loading: LazyPart,
});

const VideoBody = dynamic(() => import('./video-body').then((module) => module.VideoBody), { loading: LazyPart });
const ProductBody = dynamic(() => import('./product-body').then((module) => module.ProductBody), { loading: LazyPart });

interface BodyProps<I> {
  item: I;
  eager?: boolean;
}

function FeedBody({ item, eager }: BodyProps<FeedItem>) {
  const hasFiles = item.files.length > 0 || item.processing === true;
  if (!hasFiles && item.polls.length === 0 && !item.streamingScheduled) return null;
  return (
    <div className="stack">
      {hasFiles && <ItemMedia item={item} eager={eager} />}
      {item.polls.length > 0 && (
        <div className={styles.poll} style={toRoomName(item)}>
          <FeedPoll item={item} />
        </div>
      )}
      {item.streamingScheduled && <FeedAnnouncement item={item} startsAt={item.streamingScheduled} />}
    </div>
  );
}

const toRoomName = ({ polls, pollDescription }: FeedItem) =>
  ({ '--options': polls.length, '--questions': pollDescription ? 1 : 0 }) as CSSProperties;

export function ItemBody({ item, eager }: BodyProps<Item>): ReactElement | null {
  switch (item.kind) {
    case 'feed':
      return <FeedBody item={item} eager={eager} />;
    case 'video':
      return <VideoBody item={item} eager={eager} />;
    case 'gallery':
      return <ItemMedia item={item} eager={eager} />;
    case 'product':
      return <ProductBody item={item} eager={eager} />;
  }
}

const getAction = ({ label, intent, href }: LockedOffer, dispatch: Dispatch) =>
  intent ? { label, onClick: () => dispatch(intent) } : { label, href };

export function ItemLocked({ item, titleHref, eager }: BodyProps<ClosableItem> & { titleHref?: string }) {
  const dispatch = useAppDispatch();
  const viewer = useAppSelector(selectCurrentUser);
  const settings = useAppSelector(selectSettings);
  const [isTeasing, setIsTeasing] = useState(false);
  const offer = getOffer(item, viewer, settings);
  const isProcessing =
    useAppSelector(selectHasExtension('readySales')) && getAccess(item) === 'locked-sale' && isBeingProcessed(item);
  usePolledItem(item, isProcessing);
  const { teaser } = item;
  const teaserUrl = teaser && getPlayableUrl(teaser);
  const preview = getPreview(item);
  return (
    <LockedCard
      title={getTitle(item)}
      titleHref={titleHref}
      inside={describeContent(item)}
      kind={getLockedKind(item)}
      chips={getContents(item)}
      preview={preview}
      eager={eager}
      overlay={
        teaserUrl && (
          <Button variant="media" size="sm" icon={Play} onClick={() => setIsTeasing(true)}>
            {teaser.duration ? `Teaser, ${formatDuration(teaser.duration)}` : 'Teaser'}
          </Button>
        )
      }
      media={
        isTeasing &&
        teaserUrl && (
          <video
            className={styles.teaser}
            src={teaserUrl}
            poster={preview?.src}
            aria-label={`Teaser of ${getTitle(item)}`}
            autoPlay
            controls
            playsInline
            onEnded={() => setIsTeasing(false)}
            onError={() => {
              setIsTeasing(false);
              dispatch(failureShown({ message: 'The teaser didn’t load. Try again in a moment.' }));
            }}
          />
        )
      }
      action={isProcessing ? { label: 'Still being processed', disabled: true } : getAction(offer, dispatch)}
      terms={isProcessing ? 'You can unlock it as soon as it’s ready.' : offer.terms}
    />
  );
}

import { Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { LockedCard } from '@/components/content/locked-card';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatDuration } from '@/lib/format-duration';
import { playableUrl } from '@/lib/media-file';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { contentsOf, insideOf, lockedKindOf, previewOf, titleOf, type Feed } from '../feed-view';
import { offerOf } from '../locked-offer';
import styles from './feed-media.module.css';

/** A closed post: what is inside, what opens it, and the teaser where there is one. */
export function FeedLocked({ feed, titleHref, eager }: { feed: Feed; titleHref?: string; eager?: boolean }) {
  const dispatch = useAppDispatch();
  const viewer = useAppSelector(selectCurrentUser);
  const settings = useAppSelector(selectSettings);
  const [isTeasing, setIsTeasing] = useState(false);
  const { label, terms, intent, href } = offerOf(feed, viewer, settings);
  const { teaser } = feed;
  const teaserUrl = teaser && playableUrl(teaser);
  const preview = previewOf(feed);
  return (
    <LockedCard
      title={titleOf(feed)}
      titleHref={titleHref}
      inside={insideOf(feed)}
      kind={lockedKindOf(feed)}
      chips={contentsOf(feed)}
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
            aria-label={`Teaser of ${titleOf(feed)}`}
            autoPlay
            controls
            playsInline
            onEnded={() => setIsTeasing(false)}
          />
        )
      }
      action={intent ? { label, onClick: () => dispatch(intent) } : { label, href }}
      terms={terms}
    />
  );
}

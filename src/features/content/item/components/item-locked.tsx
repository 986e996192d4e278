import { Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { LockedCard } from '@/components/content/locked-card';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatDuration } from '@/lib/format-duration';
import { playableUrl } from '@/lib/media-file';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { contentsOf, insideOf, lockedKindOf, previewOf, titleOf, type ClosableItem } from '../item-view';
import { offerOf } from '../item-offer';
import styles from './item.module.css';

/** A closed item: what is inside, what opens it, and the teaser where there is one. */
export function ItemLocked({ item, titleHref, eager }: { item: ClosableItem; titleHref?: string; eager?: boolean }) {
  const dispatch = useAppDispatch();
  const viewer = useAppSelector(selectCurrentUser);
  const settings = useAppSelector(selectSettings);
  const [isTeasing, setIsTeasing] = useState(false);
  const { label, terms, intent, href } = offerOf(item, viewer, settings);
  const { teaser } = item;
  const teaserUrl = teaser && playableUrl(teaser);
  const preview = previewOf(item);
  return (
    <LockedCard
      title={titleOf(item)}
      titleHref={titleHref}
      inside={insideOf(item)}
      kind={lockedKindOf(item)}
      chips={contentsOf(item)}
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
            aria-label={`Teaser of ${titleOf(item)}`}
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

import { useState } from 'react';
import Link from 'next/link';
import { Bookmark, Ellipsis, Flag, HandCoins, MessageCircle, Pencil, Share } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { Icon } from '@/components/basic/icon';
import { IconButton } from '@/components/basic/icon-button';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { Verified } from '@/components/basic/verified';
import { LinkedText } from '@/components/basic/linked-text';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { formatShortCount } from '@/lib/format-count';
import { shareLink } from '@/services/share';
import { reactionRequested, tipRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { Performer } from '../performer-slice';
import { FollowButton } from './follow-button';
import styles from './profile-header.module.css';

interface ProfileHeaderProps {
  performer: Performer;
  onReport: () => void;
}

export function ProfileHeader({ performer, onReport }: ProfileHeaderProps) {
  const { name, username, headline, stats, bio } = performer;
  const share = useShare(performer);
  const viewer = useAppSelector(selectCurrentUser);
  const isOwn = viewer?._id === performer._id;
  const counts: [number, string, string?][] = [
    [stats.totalFeeds, 'post'],
    [stats.totalPhotos, 'photo'],
    [stats.totalVideos, 'video'],
    [stats.subscribers, 'subscriber'],
    [stats.followers, 'follower', isOwn ? paths.creator.followers : undefined],
  ];
  const items: MenuItem[] = [
    { label: 'Share', icon: Share, onSelect: share },
    ...(isOwn ? [] : [{ label: 'Report', icon: Flag, onSelect: onReport }]),
  ];
  return (
    <header className={`stack ${styles.head}`}>
      <div className={styles.who}>
        <Avatar
          name={name}
          src={performer.avatar}
          size="xxl"
          rim
          eager
          online={Boolean(performer.isOnline)}
          live={Boolean(performer.live)}
        />
        <span className="grow" />
        <div className={styles.buttons}>
          <IconButton icon={Share} label="Share" variant="secondary" className="not-phone" onClick={share} />
          <Menu
            label="More: share, report"
            items={items}
            renderTrigger={(trigger) => (
              <IconButton icon={Ellipsis} label="More: share, report" variant="secondary" {...trigger} />
            )}
          />
          {isOwn ? (
            <Button icon={Pencil} href={paths.creator.account}>
              Edit page
            </Button>
          ) : (
            <FollowButton performer={performer} />
          )}
        </div>
      </div>
      <div>
        <h1 className={styles.name}>
          {name} {performer.verifiedAccount && <Verified className={styles.verified} />}
        </h1>
        <p className={`muted ${styles.craft}`}>
          @{username}
          {headline && ' · '}
          <bdi>{headline}</bdi>
        </p>
      </div>
      <p className={styles.counts}>
        {counts
          .filter(([count]) => count > 0)
          .map(([count, noun, href]) => {
            const words = (
              <>
                <b>{formatShortCount(count)}</b> {count === 1 ? noun : `${noun}s`}
              </>
            );
            return href ? (
              <Link key={noun} href={href}>
                {words}
              </Link>
            ) : (
              <span key={noun}>{words}</span>
            );
          })}
      </p>
      {bio && <ProfileBio key={performer._id} bio={bio} />}
      {!isOwn && <Contact performer={performer} canBuy={!viewer?.isPerformer} />}
    </header>
  );
}

function Contact({ performer, canBuy }: { performer: Performer; canBuy: boolean }) {
  const dispatch = useAppDispatch();
  const { _id, name, username, avatar, isSubscribed } = performer;
  const isSaved = performer.isBookmarked || performer.isBookMarked;
  return (
    <div className={styles.contact}>
      {canBuy && (
        <>
          {performer.takesMessages !== false && (
            <Button variant="soft" size="sm" icon={MessageCircle} href={paths.messageTo('performer', _id)}>
              Message {!isSubscribed && <span className={styles.aside}>for subscribers</span>}
            </Button>
          )}
          <Button
            variant="soft"
            size="sm"
            icon={HandCoins}
            onClick={() => dispatch(tipRequested({ performer: { _id, name, username, avatar } }))}
          >
            Send a tip
          </Button>
        </>
      )}
      <Button
        variant="soft"
        size="sm"
        aria-pressed={isSaved}
        aria-label={isSaved ? `Saved: ${name}` : `Save ${name}`}
        onClick={() =>
          dispatch(reactionRequested({ objectType: 'performer', objectId: _id, action: 'bookmark', on: !isSaved }))
        }
      >
        <Icon of={Bookmark} size={16} solid={isSaved} />
        {isSaved ? 'Saved' : 'Save'}
      </Button>
    </div>
  );
}

function useShare({ name, username, _id }: Performer): () => void {
  const dispatch = useAppDispatch();
  return () => {
    const path = paths.profile(username || _id);
    void shareLink(path, name).then((outcome) => {
      if (outcome === 'copied') dispatch(toastShown({ text: 'Link copied', tone: 'success' }));
      // Without access to the clipboard, the link is shown so that the user can copy it.
      if (outcome === 'failed') dispatch(toastShown({ text: window.location.origin + path }));
    });
  };
}

const LINE_CHARACTERS = 58;
const MAX_LINES = 4;

export function ProfileBio({ bio }: { bio: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const linked = <LinkedText text={bio} />;
  const lines = bio.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 0);
  // A button that would reveal just one more line is not worth it.
  if (isOpen || lines <= MAX_LINES + 1) return <p className={`said ${styles.bio}`}>{linked}</p>;
  return (
    <div>
      <p className={`said ${styles.bio} ${styles.clamped}`}>{linked}</p>
      <button type="button" className="link sm" onClick={() => setIsOpen(true)}>
        Read more
      </button>
    </div>
  );
}

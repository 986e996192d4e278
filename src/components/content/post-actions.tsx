import { Bookmark, Ellipsis, HandCoins, Heart, MessageSquare, Share, type LucideIcon } from 'lucide-react';
import { cx } from '@/lib/cx';
import { formatCount, formatShortCount } from '@/lib/format-count';
import { Icon } from '../basic/icon';
import { Menu, type MenuItem } from '../layout/menu';
import styles from './post-actions.module.css';

/** Actions without a handler are hidden. */
interface PostActionsProps {
  /** Undefined if unknown, which hides the button. */
  liked: boolean | undefined;
  likes: number;
  onLike?: () => void;
  saved: boolean;
  onSave?: () => void;
  /** Omitted on the viewer's own posts. */
  onTip?: () => void;
  comments: number;
  onComments?: () => void;
  onShare: () => void;
  more: MenuItem[];
}

export function PostActions(props: PostActionsProps) {
  const { liked, likes, onLike, saved, onSave, onTip, comments, onComments, onShare, more } = props;
  return (
    <div className={styles.acts}>
      {onLike && liked !== undefined && (
        <Act icon={Heart} label="Like" count={likes} pressed={liked} onClick={onLike} />
      )}
      {onSave && <Act icon={Bookmark} label="Save" pressed={saved} onClick={onSave} className={styles.save} />}
      {onTip && (
        <button type="button" className={cx(styles.act, styles.tip)} onClick={onTip}>
          <Icon of={HandCoins} />
          Tip
        </button>
      )}
      {onComments && <Act icon={MessageSquare} label="Comments" count={comments} onClick={onComments} />}
      <Act icon={Share} label="Share" onClick={onShare} />
      <Menu
        label="More actions"
        items={more}
        className="end"
        renderTrigger={(trigger) => (
          <button type="button" className={styles.act} aria-label="More actions" title="More actions" {...trigger}>
            <Icon of={Ellipsis} />
          </button>
        )}
      />
    </div>
  );
}

interface ActProps {
  icon: LucideIcon;
  label: string;
  count?: number;
  pressed?: boolean;
  onClick: () => void;
  className?: string;
}

function Act({ icon, label, count, pressed, onClick, className }: ActProps) {
  return (
    <button
      type="button"
      className={cx(styles.act, className)}
      aria-label={count === undefined ? label : `${label}, ${formatCount(count)}`}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon of={icon} solid={pressed} />
      {count !== undefined && formatShortCount(count)}
    </button>
  );
}

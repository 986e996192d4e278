import { Ellipsis, Flag, Pencil, Trash2 } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { useFocusOnMount, useReturnFocus } from '@/components/hooks/use-focus';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { deleteRequested, type Comment } from '../comment-slice';
import styles from './comments.module.css';

interface CommentMenuProps {
  comment: Comment;
  onEdit: () => void;
  onReport?: (comment: Comment) => void;
}

/** Edit and delete for the author, delete for the owner of the item, report for everyone else. */
export function CommentMenu({ comment, onEdit, onReport }: CommentMenuProps) {
  const viewer = useAppSelector(selectCurrentUser);
  const [isAsking, setIsAsking] = useState(false);
  const place = useReturnFocus<HTMLSpanElement>(isAsking, 'button');
  const isOwn = viewer?._id === comment.createdBy;
  const items: MenuItem[] = [];
  // While an edit is being saved, another could arrive at the server first.
  if (isOwn && comment.delivery !== 'saving') items.push({ label: 'Edit', icon: Pencil, onSelect: onEdit });
  if (isOwn || comment.isAuth) {
    items.push({ label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => setIsAsking(true) });
  }
  if (viewer && !isOwn && onReport) items.push({ label: 'Report', icon: Flag, onSelect: () => onReport(comment) });
  if (items.length === 0) return null;
  return (
    <span ref={place} className="end">
      {isAsking ? (
        <AskFirst id={comment._id} onKeep={() => setIsAsking(false)} />
      ) : (
        <Menu
          label="More options for this comment"
          items={items}
          renderTrigger={(trigger) => (
            <button type="button" className={styles.act} aria-label="More options for this comment" {...trigger}>
              <Icon of={Ellipsis} size={16} />
            </button>
          )}
        />
      )}
    </span>
  );
}

function AskFirst({ id, onKeep }: { id: string; onKeep: () => void }) {
  const dispatch = useAppDispatch();
  const keep = useFocusOnMount<HTMLButtonElement>();
  const handleDelete = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // This button disappears with the comment, so the focus moves to the thread.
    currentTarget.closest<HTMLElement>('[data-thread]')?.focus();
    dispatch(deleteRequested({ id }));
  };
  return (
    <span className={cx('sm ink-2', styles.ask)} role="group" aria-label="Delete this comment?">
      Delete it?
      <Button variant="danger" size="sm" onClick={handleDelete}>
        Delete
      </Button>
      <Button ref={keep} variant="ghost" size="sm" onClick={onKeep}>
        Keep
      </Button>
    </span>
  );
}

import { useContext, useEffect, useState, type KeyboardEvent } from 'react';
import { limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { Avatar } from '@/components/people/avatar';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { SheetContext } from '@/components/form/form-foot';
import { TextArea } from '@/components/form/text-area';
import { KEPT_FIELD_PROPS } from '@/components/layout/sheet';
import { useFocusOnMount } from '@/components/hooks/use-focus';
import { LeaveGuard } from '@/components/states/leave-guard';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { isComposing } from '@/lib/is-composing';
import { readCommentDraft, writeCommentDraft } from '@/services/comment-draft';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { commentSent, editRequested, getThreadKey, type Comment, type ThreadTarget } from '../comment-slice';
import styles from './comments.module.css';

interface CommentFormProps {
  subject: ThreadTarget;
  takesFocus?: boolean;
  onDone?: () => void;
}

/** The comment appears immediately, before the server has stored it. */
export function CommentForm({ subject, takesFocus = false, onDone }: CommentFormProps) {
  const dispatch = useAppDispatch();
  const viewer = useAppSelector(selectCurrentUser);
  const field = useFocusOnMount<HTMLTextAreaElement>(takesFocus);
  const [content, setContent] = useState('');
  const key = getThreadKey(subject);
  const viewerId = viewer?._id;
  useEffect(() => {
    if (viewerId !== undefined) setContent(readCommentDraft(viewerId, key));
  }, [key, viewerId]);
  const isReply = subject.objectType === 'comment';
  const text = content.trim();
  if (!viewer) return null;
  const send = () => {
    if (text === '') return;
    const { _id, name, username, avatar, isPerformer } = viewer;
    dispatch(commentSent({ ...subject, content: text, author: { _id, name, username, avatar, isPerformer } }));
    setContent('');
    // The button that was pressed disappears with the text.
    field.current?.focus();
    onDone?.();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    if (event.key === 'Escape' && isReply && text === '') {
      event.stopPropagation();
      onDone?.();
    }
  };
  return (
    <Form className={cx('row', styles.form)} onSubmit={send}>
      {!isReply && <Avatar name={viewer.name || viewer.username || 'You'} src={viewer.avatar} size="sm" />}
      <div className="grow stack stack--sm">
        <Field label={isReply ? 'Your reply' : 'Your comment'} hideLabel>
          <TextArea
            ref={field}
            {...KEPT_FIELD_PROPS}
            className={styles.text}
            rows={1}
            maxLength={limits.commentText}
            placeholder={isReply ? 'Write a reply' : 'Say something kind or useful'}
            value={content}
            onChange={({ target }) => {
              setContent(target.value);
              writeCommentDraft(viewer._id, key, target.value);
            }}
            onKeyDown={handleKeyDown}
          />
        </Field>
        {(text !== '' || isReply) && (
          <div className={cx('row row--end', styles.formFoot)}>
            {content.length > limits.commentText - 100 && (
              <span className="xs muted num">{limits.commentText - content.length} left</span>
            )}
            {isReply && (
              <Button variant="ghost" size="sm" onClick={onDone}>
                Cancel
              </Button>
            )}
            <Button variant="primary" size="sm" type="submit" disabled={text === ''}>
              {isReply ? 'Reply' : 'Comment'}
            </Button>
          </div>
        )}
      </div>
    </Form>
  );
}

export function CommentEdit({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const field = useFocusOnMount<HTMLTextAreaElement>();
  const before = comment.unsaved ?? comment.content;
  const [content, setContent] = useState(before);
  const isChanged = content !== before;
  // In a sheet, the sheet itself asks before the page is left.
  const guarded = useContext(SheetContext) ? 'closing' : 'leaving';
  const text = content.trim();
  const handleSubmit = () => {
    if (text === '') return;
    if (text !== comment.content || comment.unsaved !== undefined) {
      dispatch(editRequested({ id: comment._id, content: text, before: comment.content }));
    }
    onDone();
  };
  return (
    <Form className="grow stack stack--sm" onSubmit={handleSubmit}>
      <LeaveGuard when={isChanged ? guarded : null} />
      <Field label="Your comment" hideLabel>
        <TextArea
          ref={field}
          className={styles.text}
          rows={2}
          maxLength={limits.commentText}
          value={content}
          onChange={(event) => setContent(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isChanged || isComposing(event.nativeEvent)) return;
            event.stopPropagation();
            onDone();
          }}
        />
      </Field>
      <div className={cx('row row--end', styles.formFoot)}>
        <Button variant="ghost" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button variant="primary" size="sm" type="submit" disabled={text === ''}>
          Save
        </Button>
      </div>
    </Form>
  );
}

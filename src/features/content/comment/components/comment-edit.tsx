import { useState, type FormEvent } from 'react';
import { limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { TextArea } from '@/components/form/text-area';
import { useFocusOnMount } from '@/components/hooks/use-focus';
import { useAppDispatch } from '@/store/hooks';
import { editRequested, type Comment } from '../comment-slice';
import styles from './comments.module.css';

/** Changes the words of an own comment. */
export function CommentEdit({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const dispatch = useAppDispatch();
  const field = useFocusOnMount<HTMLTextAreaElement>();
  const [content, setContent] = useState(comment.content);
  const text = content.trim();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text === '') return;
    if (text !== comment.content) {
      dispatch(editRequested({ id: comment._id, content: text, before: comment.content }));
    }
    onDone();
  };
  return (
    <form className={styles.write} onSubmit={handleSubmit}>
      <Field label="Your comment" hideLabel>
        <TextArea
          ref={field}
          className={styles.text}
          rows={2}
          maxLength={limits.commentText}
          value={content}
          onChange={(event) => setContent(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onDone();
          }}
        />
      </Field>
      <div className={styles.formFoot}>
        <Button variant="ghost" size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button variant="primary" size="sm" type="submit" disabled={text === ''}>
          Save
        </Button>
      </div>
    </form>
  );
}

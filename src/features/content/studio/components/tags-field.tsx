import { X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { limits } from '@contract/base/limits';
import { Icon } from '@/components/basic/icon';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { controlIds, type DraftProblems } from '../draft-problems';
import { draftChanged, selectDraft } from '../studio-slice';
import styles from './editor.module.css';

/** Words that people find the item by: Enter or a comma ends one, Backspace takes the last one back. */
export function TagsField({ problems }: { problems: DraftProblems }) {
  const dispatch = useAppDispatch();
  const { tags } = useAppSelector(selectDraft);
  const [text, setText] = useState('');
  const change = (next: string[]) => dispatch(draftChanged({ tags: next }));
  const add = (typed: string) => {
    const found = typed
      .split(/[,\n]/)
      .map((tag) => tag.trim().replace(/^#/, '').slice(0, limits.tagText))
      .filter(Boolean);
    if (found.length > 0) change([...new Set([...tags, ...found])].slice(0, limits.tags));
    setText('');
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && tags.length > 0) change(tags.slice(0, -1));
  };
  return (
    <div className={styles.chosen}>
      <Field
        id={controlIds.tags}
        label="Tags"
        optional
        error={problems.tags}
        hint={tags.length < limits.tags ? 'Press Enter or comma after each.' : `${limits.tags} tags are the most.`}
      >
        <Input
          value={text}
          autoCapitalize="none"
          enterKeyHint="done"
          onChange={({ target: { value } }) => (value.includes(',') ? add(value) : setText(value))}
          onKeyDown={handleKeyDown}
          // What was typed and not ended counts too.
          onBlur={() => add(text)}
        />
      </Field>
      {tags.length > 0 && (
        <ul className={styles.pills} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                className={styles.pill}
                aria-label={`Remove ${tag}`}
                onClick={() => change(tags.filter((one) => one !== tag))}
              >
                #{tag}
                <Icon of={X} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

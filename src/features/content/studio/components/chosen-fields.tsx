import { X } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { limits } from '@contract/base/limits';
import { Icon } from '@/components/basic/icon';
import { ComboboxList, ComboboxNothing, ComboboxOption, comboboxProps, getOptionId } from '@/components/form/combobox';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { Avatar } from '@/components/people/avatar';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { firstCharacters } from '@contract/base/shorten';
import { pluralise } from '@/lib/format-count';
import { isComposing } from '@/lib/is-composing';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { Participant } from '../draft';
import { controlIds, type DraftProblems } from '../draft-problems';
import { participantQueryChanged } from '../studio-slice';
import { useDraft } from './use-draft';
import styles from './editor.module.css';

/** Combobox by the WAI-ARIA pattern. */
export function ParticipantsField({ problems }: { problems: DraftProblems }) {
  const listId = useId();
  const dispatch = useAppDispatch();
  const [{ participants }, change] = useDraft();
  const me = useAppSelector(selectCurrentUser);
  const found = useAppSelector(({ studio }) => studio.writing.found);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const words = text.trim();
  const taken = new Set([me?._id, ...participants.map(({ _id }) => _id)]);
  const people = isOpen && words !== '' ? found.people.filter(({ _id }) => !taken.has(_id)) : [];
  const isSearched = isOpen && words !== '' && found.words === words;

  const type = (next: string) => {
    setText(next);
    setMarked(0);
    setIsOpen(true);
    dispatch(participantQueryChanged(next.trim()));
  };
  const choose = (person: Participant) => {
    change({ participants: [...participants, person].slice(0, limits.participants) });
    type('');
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const person = people[marked];
    if (event.key === 'Enter') {
      event.preventDefault();
      if (person) choose(person);
    } else if (event.key === 'Escape' && people.length > 0) {
      event.preventDefault();
      setIsOpen(false);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && people.length > 0) {
      event.preventDefault();
      setMarked((marked + (event.key === 'ArrowDown' ? 1 : -1) + people.length) % people.length);
    }
  };
  return (
    <div className="stack stack--sm">
      <div className={cx('stack stack--sm', styles.finder)}>
        <Field
          id={controlIds.participants}
          label="With"
          optional
          error={problems.participants}
          hint="Other creators who are in it. They are named on its page."
        >
          <Input
            {...comboboxProps(listId, people.length, marked)}
            autoComplete="off"
            placeholder="Search creators by name"
            disabled={participants.length >= limits.participants}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={handleKeyDown}
            onBlur={() => setIsOpen(false)}
          />
        </Field>
        <p className="sr" role="status">
          {people.length > 0 && `${pluralise(people.length, 'creator')}. Use the arrow keys to choose.`}
        </p>
        {people.length === 0 && isSearched && (
          <ComboboxNothing className={styles.found}>No creator of that name.</ComboboxNothing>
        )}
        {people.length > 0 && (
          <ComboboxList id={listId} label="Creators" className={styles.found}>
            {people.map((person, index) => (
              <ComboboxOption
                key={person._id}
                id={getOptionId(listId, index)}
                isMarked={index === marked}
                onChoose={() => choose(person)}
              >
                <Avatar name={person.name} src={person.avatar} size="sm" />
                <span className="truncate">
                  {person.name} <span className="muted">@{person.username}</span>
                </span>
              </ComboboxOption>
            ))}
          </ComboboxList>
        )}
      </div>
      <Chosen
        label="With"
        items={participants.map(({ _id, name, avatar }) => ({
          key: _id,
          name,
          shown: (
            <>
              <Avatar name={name} src={avatar} size="xs" />
              {name}
            </>
          ),
        }))}
        onRemove={(id) => change({ participants: participants.filter(({ _id }) => _id !== id) })}
      />
    </div>
  );
}

/** Enter or a comma ends a tag, Backspace removes the last one. */
export function TagsField({ problems }: { problems: DraftProblems }) {
  const [{ tags }, changeDraft] = useDraft();
  const [text, setText] = useState('');
  const change = (next: string[]) => changeDraft({ tags: next });
  const add = (typed: string) => {
    const found = typed
      .split(/[,\n]/)
      .map((tag) => firstCharacters(tag.trim().replace(/^#/, ''), limits.tagText))
      .filter(Boolean);
    if (found.length > 0) change([...new Set([...tags, ...found])].slice(0, limits.tags));
    setText('');
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && tags.length > 0) change(tags.slice(0, -1));
  };
  return (
    <div className="stack stack--sm">
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
          onBlur={() => add(text)}
        />
      </Field>
      <Chosen
        label="Tags"
        items={tags.map((tag) => ({ key: tag, name: tag, shown: `#${tag}` }))}
        onRemove={(tag) => change(tags.filter((one) => one !== tag))}
      />
    </div>
  );
}

interface ChosenProps {
  label: string;
  items: { key: string; name: string; shown: ReactNode }[];
  onRemove: (key: string) => void;
}

function Chosen({ label, items, onRemove }: ChosenProps) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.pills} aria-label={label}>
      {items.map(({ key, name, shown }) => (
        <li key={key}>
          <button type="button" className={styles.pill} aria-label={`Remove ${name}`} onClick={() => onRemove(key)}>
            {shown}
            <Icon of={X} size={16} />
          </button>
        </li>
      ))}
    </ul>
  );
}

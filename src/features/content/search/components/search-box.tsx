import { FileText, History, Search } from 'lucide-react';
import { useRouter } from 'next/router';
import { useId, useState, type KeyboardEvent } from 'react';
import { Icon } from '@/components/basic/icon';
import { ComboboxList, ComboboxOption, comboboxProps, getOptionId } from '@/components/form/combobox';
import { SearchField } from '@/components/form/search-field';
import { useSearchText } from '@/components/hooks/use-search-text';
import { Avatar } from '@/components/people/avatar';
import { leavePage } from '@/components/states/leave-questions';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { isComposing } from '@/lib/is-composing';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getSearchChoices, type SearchChoice } from '../search-choices';
import { selectRecent, selectSuggested, queryChanged } from '../search-slice';
import styles from './search-box.module.css';

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (words: string) => void;
}

const groups: { kinds: SearchChoice['kind'][]; label: string }[] = [
  { kinds: ['recent', 'keyword'], label: 'Searches' },
  { kinds: ['creator'], label: 'Creators' },
  { kinds: ['item'], label: 'Titles' },
];

/** Combobox by the WAI-ARIA pattern, without autocompletion: arrows select, Enter opens or searches, Esc closes. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const listId = useId();
  const { text, setText, search } = useSearchText(value, onSearch);
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const recent = useAppSelector(selectRecent);
  const suggested = useAppSelector(selectSuggested);

  const words = text.trim();
  // Keeps the previous suggestions until the next ones load, so that the list does not flicker.
  const isNear = suggested && words.startsWith(suggested.words.slice(0, 2));
  const choices = getSearchChoices(words, recent, isNear ? suggested.found : undefined);
  const shown = isOpen ? choices : [];

  const close = () => {
    setIsOpen(false);
    setMarked(-1);
  };
  const handleChange = (next: string) => {
    setText(next);
    setMarked(-1);
    setIsOpen(true);
    dispatch(queryChanged(next.trim()));
  };
  const openChoice = (choice: SearchChoice) => {
    close();
    leavePage(() => void router.push(choice.href));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const chosen = shown[marked];
    if (event.key === 'Escape' && shown.length > 0) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      openChoice(chosen);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && choices.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      // The additional position is the field itself.
      const places = choices.length + 1;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setMarked(((marked + 1 + step + places) % places) - 1);
    }
  };
  return (
    <SearchField
      size="lg"
      label={label}
      value={text}
      onChange={handleChange}
      onSubmit={() => {
        close();
        search(words);
      }}
      inputProps={{
        ...comboboxProps(listId, shown.length, marked),
        autoCapitalize: 'none',
        onKeyDown: handleKeyDown,
        onBlur: close,
      }}
    >
      <span className="sr" role="status">
        {shown.length > 0 && `${pluralise(shown.length, 'suggestion')}. Use the arrow keys to choose.`}
      </span>
      {shown.length > 0 && (
        <ComboboxList id={listId} label="Suggestions" className={styles.list}>
          {groups.map(({ kinds, label: heading }) => {
            const lines = shown.flatMap((choice, index) => (kinds.includes(choice.kind) ? [{ choice, index }] : []));
            if (lines.length === 0) return null;
            return (
              <div key={heading} role="group" aria-label={heading} className={styles.group}>
                <div className={cx('xs muted strong', styles.heading)} aria-hidden="true">
                  {heading}
                </div>
                {lines.map(({ choice, index }) => (
                  <Line
                    key={`${choice.kind}${choice.href}`}
                    id={getOptionId(listId, index)}
                    choice={choice}
                    isMarked={index === marked}
                    onChoose={() => openChoice(choice)}
                  />
                ))}
              </div>
            );
          })}
        </ComboboxList>
      )}
    </SearchField>
  );
}

interface LineProps {
  id: string;
  choice: SearchChoice;
  isMarked: boolean;
  onChoose: () => void;
}

const icons = { recent: History, keyword: Search, item: FileText };

function Line({ id, choice, isMarked, onChoose }: LineProps) {
  const { kind, text, about, avatar, isLive } = choice;
  return (
    <ComboboxOption id={id} isMarked={isMarked} onChoose={onChoose}>
      {kind === 'creator' ? (
        <Avatar name={text} src={avatar} live={isLive} size="sm" />
      ) : (
        <span className={cx('muted', styles.icon)}>
          <Icon of={icons[kind]} size={18} />
        </span>
      )}
      <span className={styles.text}>
        <span className="truncate">{text}</span>
        {about && <span className="truncate xs muted">{about}</span>}
      </span>
    </ComboboxOption>
  );
}

import { useState, type ReactNode } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { ErrorState } from '@/components/states/error-state';
import { getNothingToSearchTexts } from '@/components/states/nothing-to-search';
import { PersonRow } from '@/components/people/person-row';
import { SearchField } from '@/components/form/search-field';
import { Skeleton } from '@/components/basic/skeleton';
import { hasOnlyPunctuation } from '@/lib/read-words';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { peopleQueryChanged, selectBlock, type FoundPerson } from '../block-feature';
import { BlockSheet } from './block-sheet';
import styles from './block.module.css';

export function PersonFinder({ renderAbout }: { renderAbout: (person: FoundPerson) => ReactNode }) {
  const dispatch = useAppDispatch();
  const { finder } = useAppSelector(selectBlock);
  const [person, setPerson] = useState<FoundPerson | null>(null);
  return (
    <>
      <SearchField
        label="Find someone to block"
        placeholder="Name or username"
        value={finder.words}
        onChange={(words) => dispatch(peopleQueryChanged(words))}
      />
      <div aria-live="polite">
        <Found onChoose={setPerson} />
      </div>
      <BlockSheet person={person} onClose={() => setPerson(null)} about={person && renderAbout(person)} />
    </>
  );
}

function Found({ onChoose }: { onChoose: (person: FoundPerson) => void }) {
  const dispatch = useAppDispatch();
  const { finder, people } = useAppSelector(selectBlock);
  const { status, list, words } = finder;
  if (status === 'idle') return null;
  if (status === 'failed') {
    return <ErrorState title="The search did not work" onRetry={() => dispatch(peopleQueryChanged(words))} />;
  }
  if (list.length === 0) {
    const { title, text } = getNothingToSearchTexts(words);
    const noWords = `${title}. ${text}`;
    return status === 'pending' ? (
      <Skeleton kind="person" count={2} />
    ) : (
      <p className="muted">{hasOnlyPunctuation(words) ? noWords : `Nobody here is called “${words.trim()}”.`}</p>
    );
  }
  const blocked = new Set(people.rows.map(({ targetId }) => targetId));
  return (
    <ul className={`${styles.list} ${styles.found}`}>
      {list.map((person) => (
        <li key={person._id}>
          <PersonRow
            name={person.name || person.username || 'Someone'}
            avatar={person.avatar}
            meta={person.username ? `@${person.username}` : undefined}
            action={
              blocked.has(person._id) ? (
                <Badge>Blocked</Badge>
              ) : (
                <Button
                  size="sm"
                  aria-label={`Block ${person.name || person.username || 'them'}`}
                  onClick={() => onChoose(person)}
                >
                  Block
                </Button>
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}

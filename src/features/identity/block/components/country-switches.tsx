import { useState } from 'react';
import { SearchField } from '@/components/form/search-field';
import { Skeleton } from '@/components/basic/skeleton';
import { Switch } from '@/components/form/switch';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { countrySwitched, selectBlockedCountries } from '../block-feature';
import styles from './block.module.css';

/** A switch for each country; on means that nobody there sees the creator. @param countries undefined while they load */
export function CountrySwitches({ countries }: { countries: { name: string; code: string }[] | undefined }) {
  const dispatch = useAppDispatch();
  const codes = useAppSelector(selectBlockedCountries);
  const [words, setWords] = useState('');
  if (!countries) return <Skeleton count={6} />;
  const wanted = words.trim().toLowerCase();
  const shown = countries.filter(
    ({ name, code }) => name.toLowerCase().includes(wanted) || code.toLowerCase() === wanted,
  );
  return (
    <div className="stack stack--lg">
      <SearchField label="Find a country" value={words} onChange={setWords} />
      <p className="muted sm" aria-live="polite">
        {codes.length === 0 ? 'No country is blocked.' : `${pluralise(codes.length, 'country', 'countries')} blocked.`}
      </p>
      {shown.length === 0 ? (
        <p className="muted">No country is called “{words.trim()}”.</p>
      ) : (
        <ul className={styles.countries}>
          {shown.map(({ name, code }) => (
            <li key={code}>
              <Switch
                label={name}
                checked={codes.includes(code)}
                onChange={(event) => dispatch(countrySwitched({ code, isBlocked: event.target.checked }))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

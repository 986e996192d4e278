import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Chips } from '@/components/form/chips';
import { SearchField } from '@/components/form/search-field';
import { Skeleton } from '@/components/basic/skeleton';
import { Switch } from '@/components/form/switch';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { countrySwitched, selectBlockedCountries } from '../block-feature';
import { regions } from '../regions';
import styles from './block.module.css';

interface Country {
  name: string;
  code: string;
}

export function CountrySwitches({ countries }: { countries: Country[] | undefined }) {
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
      <BlockedCountries countries={countries.filter(({ code }) => codes.includes(code))} />
      <RegionSwitches countries={countries} />
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

function BlockedCountries({ countries }: { countries: Country[] }) {
  const dispatch = useAppDispatch();
  if (countries.length === 0) return null;
  return (
    <ul className={styles.chosen} aria-label="Blocked now">
      {countries.map(({ name, code }) => (
        <li key={code}>
          <Button
            size="sm"
            variant="soft"
            icon={X}
            aria-label={`Unblock ${name}`}
            onClick={() => dispatch(countrySwitched({ code, isBlocked: false }))}
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function RegionSwitches({ countries }: { countries: Country[] }) {
  const dispatch = useAppDispatch();
  const blocked = useAppSelector(selectBlockedCountries);
  const known = new Set(countries.map(({ code }) => code));
  const offered = regions
    .map(({ name, codes }) => ({ name, codes: codes.filter((code) => known.has(code)) }))
    .filter(({ codes }) => codes.length > 1);
  const whole = offered.filter(({ codes }) => codes.every((code) => blocked.includes(code))).map(({ name }) => name);
  const handleToggle = (name: string) => {
    const isBlocked = !whole.includes(name);
    for (const code of offered.find((region) => region.name === name)?.codes ?? []) {
      if (blocked.includes(code) !== isBlocked) dispatch(countrySwitched({ code, isBlocked }));
    }
  };
  if (offered.length === 0) return null;
  return (
    <Chips
      label="Whole regions"
      options={offered.map(({ name }) => ({ value: name, label: name }))}
      value={whole}
      onToggle={handleToggle}
    />
  );
}

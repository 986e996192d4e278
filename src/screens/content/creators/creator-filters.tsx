import { useEffect, useState } from 'react';
import { Field } from '@/components/form/field';
import { Select } from '@/components/form/select';
import { referenceRequested, selectReference } from '@/features/site/reference/reference-slice';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { APPEARANCE_FIELDS, listPriceRanges, type CreatorsQuery } from '../creators-query';
import styles from '../creators-screen.module.css';

const genders = [
  { value: 'female', label: 'Women' },
  { value: 'male', label: 'Men' },
  { value: 'transgender', label: 'Transgender' },
  { value: 'couple', label: 'Couples' },
];

interface CreatorFiltersProps {
  wanted: CreatorsQuery;
  onChange: (part: Partial<CreatorsQuery>) => void;
}

/** Filters for which the backend has no options are hidden. */
export function CreatorFilters({ wanted, onChange }: CreatorFiltersProps) {
  const dispatch = useAppDispatch();
  const canFilter = useAppSelector(selectHasExtension('creatorFilters'));
  const countries = useAppSelector(selectReference('countries'));
  const languages = useAppSelector(selectReference('languages'));
  const options = useAppSelector(selectReference('profileOptions'));
  useEffect(() => void dispatch(referenceRequested(['countries', 'languages', 'profileOptions'])), [dispatch]);
  const fields: FilterField[] = [
    { name: 'country', label: 'Country', any: 'Anywhere', choices: named(countries) },
    { name: 'language', label: 'Language', any: 'Any', choices: canFilter ? named(languages) : undefined },
    { name: 'gender', label: 'Who', any: 'Anyone', choices: genders },
    { name: 'age', label: 'Age', any: 'Any', choices: options?.ages?.map(readAge) },
    { name: 'price', label: 'Price a month', any: 'Any', choices: canFilter ? listPriceRanges() : undefined },
  ];
  const looks = APPEARANCE_FIELDS.map(({ name, label, options: list }): FilterField => {
    return { name, label, any: 'Any', choices: options?.[list]?.map(({ value, text }) => ({ value, label: text })) };
  });
  const isNarrowedByLooks = looks.some(({ name }) => wanted[name] !== '');
  // Only the initial state: the section must stay open when the last of its filters is removed.
  const [isUnfolded] = useState(isNarrowedByLooks);
  return (
    <div className={styles.more}>
      <Fields fields={fields} wanted={wanted} onChange={onChange} />
      {(options || isNarrowedByLooks) && (
        <details className={styles.looks} open={isUnfolded}>
          <summary>Appearance</summary>
          <div className={styles.fields}>
            <Fields fields={looks} wanted={wanted} onChange={onChange} />
          </div>
        </details>
      )}
    </div>
  );
}

interface FilterField {
  name: keyof CreatorsQuery;
  label: string;
  any: string;
  choices: Choices;
}

function Fields({ fields, wanted, onChange }: CreatorFiltersProps & { fields: FilterField[] }) {
  return fields.map(({ name, label, any, choices }) => {
    const value = String(wanted[name]);
    // A value from the URL can be removed even before the options have loaded.
    const list = withChosen(choices, value);
    if (list.length === 0) return null;
    return (
      <Field key={name} label={label}>
        <Select
          placeholder={any}
          options={list}
          value={value}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      </Field>
    );
  });
}

type Choices = { value: string; label: string }[] | undefined;

const named = (list: { name: string; code: string }[] | undefined): Choices =>
  list?.map(({ name, code }) => ({ value: code, label: name })).sort((a, b) => a.label.localeCompare(b.label));

const readAge = ({ value, text }: { value: string; text: string }) => ({
  value,
  label: /^\d+_\d+$/.test(text) ? text.replace('_', ' to ') : text,
});

const withChosen = (choices: Choices = [], chosen: string) =>
  chosen === '' || choices.some(({ value }) => value === chosen)
    ? choices
    : [{ value: chosen, label: chosen }, ...choices];

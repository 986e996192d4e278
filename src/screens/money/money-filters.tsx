import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { LazyPart } from '@/components/states/part-failed';
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/basic/button';
import { Chips } from '@/components/form/chips';
import { Field } from '@/components/form/field';
import { MoneyInput } from '@/components/form/money-input';
import { useWanted } from '@/components/hooks/use-wanted';
import { moneyHref, type MoneyFilter } from './money-query';
import styles from './money-filters.module.css';

const DayRangePicker = dynamic(
  () => import('@/components/form/day-range-picker').then((module) => module.DayRangePicker),
  {
    ssr: false,
    loading: LazyPart,
  },
);

const flows = [
  { value: 'all', label: 'All' },
  { value: 'in', label: 'Money in' },
  { value: 'out', label: 'Money out' },
] as const;

interface MoneyFiltersProps {
  /** The page's address, without its query. */
  path: string;
  filter: MoneyFilter;
  /** In and out. */
  isAccount?: boolean;
  /** A sum may be looked for. */
  findsSums?: boolean;
}

/** What narrows a list of money; all of it is in the address. ux.md WA-5. */
export function MoneyFilters({ path, filter, isAccount, findsSums }: MoneyFiltersProps) {
  const router = useRouter();
  const [wanted, show] = useWanted(filter, (next) =>
    router.push(moneyHref(path, next, 1), undefined, { scroll: false }),
  );
  return (
    <div className={styles.filters} role="search" aria-label="Filter the list">
      {isAccount && (
        <Chips
          label="Direction"
          options={[...flows]}
          value={wanted.flow ?? 'all'}
          onToggle={(flow) => show({ flow: flow === 'all' ? null : flow })}
        />
      )}
      <div className={styles.range}>
        <DayRangePicker label="Days" value={wanted.days} onChange={(days) => show({ days })} />
      </div>
      {findsSums && <SumSearch key={wanted.sum} sum={wanted.sum} onSearch={(sum) => show({ sum })} />}
    </div>
  );
}

/** Finds the line of a bank statement by its sum. */
function SumSearch({ sum, onSearch }: { sum: string; onSearch: (sum: string) => void }) {
  const [typed, setTyped] = useState(sum);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed);
  };
  return (
    <form className={styles.sum} onSubmit={handleSubmit}>
      <Field label="Amount" hideLabel>
        <MoneyInput placeholder="Amount" value={typed} onChange={setTyped} />
      </Field>
      <Button type="submit" size="sm" icon={Search} aria-label="Find this amount">
        Find
      </Button>
    </form>
  );
}

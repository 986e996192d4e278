import type { ParsedUrlQuery } from 'node:querystring';
import { useRouter } from 'next/router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { getMaxAmount, roundDollars } from '@contract/base/money';
import { Button } from '@/components/basic/button';
import { Chips } from '@/components/form/chips';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { MoneyInput } from '@/components/form/money-input';
import type { DayRange } from '@/components/form/picker-button';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { useOptimisticQuery } from '@/components/hooks/use-optimistic-query';
import { ROWS_PER_PAGE, type LineQuery, type TransactionQuery } from '@/features/money/payment/payment-feature';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { DayRangePicker } from '../site/lazy-parts';
import { readDayRange, readPage } from '../site/page-query';
import styles from './money-filters.module.css';

/** The filter as in the URL: `?flow=in&sum=5.00&from=2026-11-01&to=2026-11-21&page=2`. */
interface MoneyFilter {
  flow: 'in' | 'out' | null;
  /** Major units, as typed. */
  sum: string;
  days: DayRange | null;
}

const isSum = (text: string): boolean =>
  /^\d+(\.\d{1,2})?$/.test(text) && roundDollars(Number(text)) === Number(text) && Number(text) <= getMaxAmount();

export function readMoneyFilter(query: ParsedUrlQuery): MoneyFilter {
  const { flow, sum } = query;
  return {
    flow: flow === 'in' || flow === 'out' ? flow : null,
    sum: typeof sum === 'string' && isSum(sum) ? sum : '',
    days: readDayRange(query),
  };
}

export const moneyHref = (path: string, { flow, sum, days }: MoneyFilter, page: number): string =>
  withQuery(path, { flow, sum, from: days?.[0], to: days?.[1], page });

const toOffset = (query: ParsedUrlQuery) => (readPage(query) - 1) * ROWS_PER_PAGE;

export function toLineQuery(query: ParsedUrlQuery): LineQuery {
  const { flow, sum, days } = readMoneyFilter(query);
  return {
    limit: ROWS_PER_PAGE,
    offset: toOffset(query),
    ...omitEmpty({ direction: flow, amount: sum, fromDate: days?.[0], toDate: days?.[1] }),
  };
}

export function toTransactionQuery(query: ParsedUrlQuery): TransactionQuery {
  const { days } = readMoneyFilter(query);
  return { offset: toOffset(query), ...omitEmpty({ fromDate: days?.[0], toDate: days?.[1] }) };
}

const flows = [
  { value: 'all', label: 'All' },
  { value: 'in', label: 'Money in' },
  { value: 'out', label: 'Money out' },
] as const;

interface MoneyFiltersProps {
  path: string;
  filter: MoneyFilter;
  isAccount?: boolean;
  findsSums?: boolean;
}

/** All filters are in the URL. ux.md WA-5. */
export function MoneyFilters({ path, filter, isAccount, findsSums }: MoneyFiltersProps) {
  const router = useRouter();
  const [wanted, show] = useOptimisticQuery(filter, (next) =>
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
      {findsSums && <SumSearch sum={wanted.sum} onSearch={(sum) => show({ sum })} />}
    </div>
  );
}

/** Finds lines by their amount, for example one on a bank statement. */
function SumSearch({ sum, onSearch }: { sum: string; onSearch: (sum: string) => void }) {
  // Searches only on Enter, because a partly typed amount is a different amount.
  const [typed, setTyped] = useTypedText(sum, () => undefined);
  const [isRefused, setIsRefused] = useState(false);
  const isWrong = typed !== '' && !isSum(typed);
  const submit = () => (isWrong ? setIsRefused(true) : onSearch(typed));
  return (
    <Form className={styles.sum} onSubmit={submit}>
      <Field label="Amount" hideLabel error={isWrong && isRefused ? 'Enter an amount like 25.00.' : undefined}>
        <MoneyInput placeholder="Amount" value={typed} onChange={setTyped} />
      </Field>
      <Button type="submit" size="sm" icon={Search} aria-label="Find this amount">
        Find
      </Button>
    </Form>
  );
}

import { useRouter } from 'next/router';
import { Chips } from '@/components/form/chips';
import { SearchField } from '@/components/form/search-field';
import { useOptimisticQuery } from '@/components/hooks/use-optimistic-query';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { DayRangePicker } from '../../site/lazy-parts';
import { ordersHref, readOrdersFilter, type OrdersSide } from './orders-query';
import styles from './orders.module.css';

export function OrdersFilters({ side, placeholder }: { side: OrdersSide; placeholder: string }) {
  const router = useRouter();
  const [wanted, change] = useOptimisticQuery(readOrdersFilter(router.query, side), (next) =>
    router.replace(ordersHref(side, next), undefined, { scroll: false }),
  );
  const [text, setText] = useTypedText(wanted.q, (q) => change({ q }));
  return (
    <div className={styles.filters}>
      <SearchField
        label="Search orders"
        placeholder={placeholder}
        value={text}
        onChange={setText}
        onSubmit={(q) => change({ q: q.trim() })}
      />
      <Chips label="Status" options={side.shows} value={wanted.show} onToggle={(show) => change({ show })} />
      <div className={styles.range}>
        <DayRangePicker label="Days" value={wanted.days} onChange={(days) => change({ days })} />
      </div>
    </div>
  );
}

import type { ParsedUrlQuery } from 'node:querystring';
import type { DayRange } from '@/components/form/picker-button';
import { ORDERS_PER_PAGE, type OrderQuery } from '@/features/money/order/order-lists';
import type { DeliveryStatus } from '@/features/money/order/order-words';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { readSearchText } from '@/lib/read-words';
import { readDayRange, readPage } from '../../site/page-query';

/** The filter as in the URL; `refund` are open refund requests: `?show=shipping&q=print&from=2026-11-01&to=2026-11-21`. */
export interface OrdersFilter {
  show: DeliveryStatus | 'refund' | 'all';
  q: string;
  days: DayRange | null;
}

export interface OrdersSide {
  path: string;
  shows: { value: OrdersFilter['show']; label: string }[];
}

/** @param side the first of its `shows` is the default, which has no parameter */
export const readOrdersFilter = (query: ParsedUrlQuery, { shows }: Pick<OrdersSide, 'shows'>): OrdersFilter => ({
  show: (shows.find(({ value }) => value === query['show']) ?? shows[0])?.value ?? 'all',
  q: readSearchText(query['q']),
  days: readDayRange(query),
});

export const ordersHref = ({ path, shows }: OrdersSide, { show, q, days }: OrdersFilter, page = 1): string =>
  withQuery(path, { show: show === shows[0]?.value ? '' : show, q, from: days?.[0], to: days?.[1], page });

export function toOrderQuery(query: ParsedUrlQuery, side: OrdersSide): OrderQuery {
  const { show, q, days } = readOrdersFilter(query, side);
  return {
    ...omitEmpty({ q, fromDate: days?.[0], toDate: days?.[1] }),
    ...(show === 'refund' ? { refundRequested: true } : show !== 'all' && { deliveryStatus: show }),
    offset: (readPage(query) - 1) * ORDERS_PER_PAGE,
  };
}

import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { orderRequested, selectOpenedOrder } from '../order-slice';
import type { OrderDetails } from '../order-words';

interface OpenedOrderProps {
  listHref: string;
  children: (order: OrderDetails) => ReactNode;
}

export function OpenedOrder({ listHref, children }: OpenedOrderProps) {
  const dispatch = useAppDispatch();
  const { id, order, status, error } = useAppSelector(selectOpenedOrder);
  if (status === 'missing') {
    return (
      <EmptyState
        heading="h1"
        icon={SearchX}
        title="Order not found"
        text="This link doesn’t match any of your orders."
        action={<Button href={listHref}>See all orders</Button>}
      />
    );
  }
  if (order) return children(order);
  if (status === 'failed') {
    return (
      <ErrorState
        heading="h1"
        title="The order did not load"
        text={error?.message}
        onRetry={() => dispatch(orderRequested(id))}
      />
    );
  }
  return (
    <>
      <h1 className="sr">Order</h1>
      <Skeleton count={8} />
    </>
  );
}

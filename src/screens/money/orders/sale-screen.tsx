import { PageColumn } from '@/components/layout/app-shell';
import { paths } from '@/config/paths';
import { OpenedOrder } from '@/features/money/order/components/opened-order';
import { selectOpenedOrder } from '@/features/money/order/order-slice';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../../site/page-title';
import { AnsweredSale } from './answered-sale';

export function SaleScreen() {
  const { order: opened } = useAppSelector(selectOpenedOrder);
  return (
    <PageColumn width="wide">
      <PageTitle title={opened ? `Order ${opened.orderNumber}` : 'Order'} />
      <OpenedOrder listHref={paths.sales}>{(order) => <AnsweredSale order={order} />}</OpenedOrder>
    </PageColumn>
  );
}

import { useCallback, useState } from 'react';
import { PageColumn } from '@/components/layout/app-shell';
import { paths } from '@/config/paths';
import { OpenedOrder } from '@/features/money/order/components/opened-order';
import { OrderView } from '@/features/money/order/components/order-view';
import { SaleView } from '@/features/money/order/components/sale-view';
import { selectOpenedOrder } from '@/features/money/order/order-slice';
import { selectHasReceipts } from '@/features/money/payment/receipt-support';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../../site/page-title';
import { AddressSheet } from './address-sheet';

/** A creator who opens this URL sees the order as its buyer does. */
export function OrderScreen() {
  const { order: opened } = useAppSelector(selectOpenedOrder);
  const isPerformer = useAppSelector(selectIsPerformer);
  const hasReceipts = useAppSelector(selectHasReceipts);
  const [isChanging, setIsChanging] = useState(false);
  const close = useCallback(() => setIsChanging(false), []);
  return (
    <PageColumn width="wide">
      <PageTitle title={opened ? `Order ${opened.orderNumber}` : 'Order'} />
      <OpenedOrder listHref={paths.orders}>
        {(order) =>
          isPerformer ? (
            <SaleView order={order} />
          ) : (
            <>
              <OrderView
                order={order}
                onChangeAddress={() => setIsChanging(true)}
                {...(hasReceipts && { getReceiptHref: paths.receipt })}
              />
              <AddressSheet order={order} open={isChanging} onClose={close} />
            </>
          )
        }
      </OpenedOrder>
    </PageColumn>
  );
}

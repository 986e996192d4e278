import { useCallback, useState } from 'react';
import { PageColumn } from '@/components/layout/app-shell';
import { paths } from '@/config/paths';
import { OpenedOrder } from '@/features/money/order/components/opened-order';
import { OrderView } from '@/features/money/order/components/order-view';
import { getOrderName, type Order } from '@/features/money/order/order-words';
import { selectOpenedOrder } from '@/features/money/order/order-slice';
import { selectHasReceipts } from '@/features/money/payment/receipt-support';
import { RequestPanel } from '@/features/money/refund/components/request-facts';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { getPersonName } from '@/lib/person-name';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../../site/page-title';
import { AddressSheet } from './address-sheet';
import { AnsweredSale } from './answered-sale';

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
            <AnsweredSale order={order} />
          ) : (
            <>
              <OrderView
                order={order}
                renderRequest={(one) => <Request order={one} isSeveral={(order.parcel?.length ?? 0) > 0} />}
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

function Request({ order, isSeveral }: { order: Order; isSeveral: boolean }) {
  const { refundRequest, performerInfo, transactionId } = order;
  if (!refundRequest) return null;
  return (
    <RequestPanel
      request={refundRequest}
      seller={getPersonName(performerInfo, 'creator')}
      item={isSeveral ? getOrderName(order) : undefined}
      receiptHref={paths.receipt(transactionId)}
    />
  );
}

import { useCallback, useState } from 'react';
import { SaleView } from '@/features/money/order/components/sale-view';
import type { OrderDetails } from '@/features/money/order/order-words';
import { AnswerSheet } from '@/features/money/refund/components/answer-sheet';

/** A sold order, with the sheet that answers its refund request. */
export function AnsweredSale({ order }: { order: OrderDetails }) {
  const [saleId, setSaleId] = useState(order.transactionId);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const answer = (id: string) => {
    setSaleId(id);
    setIsOpen(true);
  };
  return (
    <>
      <SaleView order={order} onAnswer={answer} />
      <AnswerSheet saleId={saleId} open={isOpen} onClose={close} />
    </>
  );
}

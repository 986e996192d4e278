import { PageColumn } from '@/components/layout/app-shell';
import { ReceiptSheet } from '@/features/money/payment/components/receipt-sheet';
import { selectReceipt } from '@/features/money/payment/receipt-feature';
import { RefundPanel } from '@/features/money/refund/components/refund-panel';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';

/** The receipt's number is in the page's title, because browsers name saved files after the title. */
export function ReceiptScreen() {
  const { receipt } = useAppSelector(selectReceipt);
  return (
    <PageColumn>
      <PageTitle title={receipt ? `Receipt ${receipt.number}` : 'Receipt'} />
      <ReceiptSheet>
        {receipt && (
          <RefundPanel
            title={receipt.title}
            kind={receipt.kind}
            isFile={receipt.productType === 'digital'}
            creator={receipt.performer?.name ?? null}
          />
        )}
      </ReceiptSheet>
    </PageColumn>
  );
}

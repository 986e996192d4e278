import { useEffect } from 'react';
import { Stat, StatRow } from '@/components/list/stat';
import { postSalesFeature, selectPostSale } from '@/features/money/post-sales/post-sales-feature';
import { formatMoney } from '@/lib/format-money';
import { postSalesRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { withFeatures } from '@/store/with-features';

function Sales({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  const sale = useAppSelector(selectPostSale(id));
  useEffect(() => void dispatch(postSalesRequested({ ids: [id] })), [dispatch, id]);
  if (!sale) return null;
  return (
    <section aria-label="Sales of this post, for you alone">
      <StatRow>
        <Stat label="Buyers" value={sale.buyers} />
        <Stat label="Paid" value={formatMoney(sale.grossPrice)} />
        <Stat label="Yours" value={formatMoney(sale.netPrice)} note="After commission" />
      </StatRow>
    </section>
  );
}

export const OwnPostSales = withFeatures(Sales, [postSalesFeature]);

import { selectPostSale } from '@/features/money/post-sales/post-sales-feature';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';

/** What a post for sale has sold, for its owner: `3 buyers, $14.40`. Nothing for posts that are not sold one by one. */
export function PostSaleLine({ id, isSold }: { id: string; isSold: boolean }) {
  const sale = useAppSelector(selectPostSale(id));
  if (!sale || (!isSold && sale.buyers === 0)) return null;
  if (sale.buyers === 0) return <span>No buyers yet</span>;
  return (
    <span className="strong num">
      {pluralise(sale.buyers, 'buyer')}, {formatMoney(sale.netPrice)}
    </span>
  );
}

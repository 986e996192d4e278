import { selectPostSale } from '@/features/money/post-sales/post-sales-feature';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';

/** Such as `3 buyers, $14.40`, for the post's owner. Renders nothing for posts that are not for sale. */
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

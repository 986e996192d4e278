import { useAppSelector } from '@/store/hooks';
import { selectTaxRates } from '../tax-slice';

/** @param cardTax tax that a card would pay, in major units. */
export function WalletTax({ cardTax }: { cardTax: number }) {
  const { wallet: rate } = useAppSelector(selectTaxRates);
  if (cardTax === 0 || rate === undefined) return null;
  return (
    <p className="sm ink-2">
      {rate > 0
        ? 'Tax is added when you top up, not when your wallet pays.'
        : // This tax depends on the delivery address, which top-ups do not have.
          'Paying from your wallet adds no tax.'}
    </p>
  );
}

import { useAppSelector } from '@/store/hooks';
import { selectTaxRates } from '../tax-slice';

/** Why the wallet pays less than a card would. @param cardTax major units. */
export function WalletTax({ cardTax }: { cardTax: number }) {
  const { wallet: rate } = useAppSelector(selectTaxRates);
  if (cardTax === 0 || rate === undefined) return null;
  return (
    <p className="sm ink-2">
      {rate > 0
        ? 'Tax is added when you top up, not when your wallet pays.'
        : // Known from the address of the order only, to which top-ups do not go.
          'Paying from your wallet adds no tax.'}
    </p>
  );
}

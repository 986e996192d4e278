import { useEffect } from 'react';
import { SumLines } from '@/components/list/sum-lines';
import { formatMoney } from '@/lib/format-money';
import { isFiniteNumber } from '@/lib/known';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { amountTyped, selectQuote } from '../payout-slice';
import { selectReserves } from '../payout-support';

/** The payout quote for this amount. Null until it has loaded, and always null if the backend does not offer quotes. */
export function useQuote(amount: number) {
  const dispatch = useAppDispatch();
  const quotes = useAppSelector(selectReserves);
  const quote = useAppSelector(selectQuote);
  useEffect(() => {
    if (quotes && amount > 0) dispatch(amountTyped(amount));
  }, [dispatch, quotes, amount]);
  return quotes && quote?.amount === amount ? quote : null;
}

export function QuoteLines({ amount }: { amount: number }) {
  const tells = useAppSelector(selectReserves);
  const quote = useAppSelector(selectQuote);
  const payout = { label: 'Payout', amount: formatMoney(amount) };
  if (!tells) return <SumLines lines={[]} total={payout} />;
  const isKnown = quote?.amount === amount && isFiniteNumber(quote.feeTokens);
  const [fee, net] = isKnown
    ? [formatMoney(quote.feeTokens ? -quote.feeTokens : 0), formatMoney(quote.netTokens)]
    : ['…', '…'];
  return (
    <SumLines lines={[payout, { label: 'Transfer fee', amount: fee }]} total={{ label: 'You get', amount: net }} />
  );
}

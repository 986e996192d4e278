import Link from 'next/link';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { payoutRestWords } from '@contract/base/payout-rest';
import { ExactTime } from '@/components/basic/times';
import { Note } from '@/components/basic/note';
import { paths } from '@/config/paths';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import type { ApiFailure } from '@/services/api-error';
import { useAppSelector } from '@/store/hooks';
import { selectOverview } from '../payout-slice';
import { selectReserves } from '../payout-support';

interface PayoutProblemProps {
  failure: ApiFailure | null;
  available: number;
}

export function PayoutProblem({ failure, available }: PayoutProblemProps) {
  const { minimumPayoutAmount } = useAppSelector(selectSettings);
  const isOurs = useAppSelector(selectReserves);
  if (!failure) return null;
  const describe = (): ReactNode => {
    switch (failure.code) {
      case 'PAYOUT_PENDING':
        return (
          <>
            You already have a payout under review. <Way href={paths.creator.payouts}>Change or withdraw that one</Way>
          </>
        );
      case 'PAYOUT_BELOW_MINIMUM':
        return `This is below the minimum payout${minimumPayoutAmount ? ` of ${formatMoney(minimumPayoutAmount)}` : ''}. Enter a higher amount.`;
      case 'PAYOUT_OVER_BALANCE':
        return `This is more than you have available. Enter ${formatMoney(available)} or less.`;
      case 'PAYOUT_ACCOUNT_MISSING':
        return (
          <>
            This account isn’t set up yet. <Way href={paths.creator.banking}>Add your payout details</Way>
          </>
        );
      case 'PAYOUT_RESTS':
        return <RestWords why={failure.message} />;
      case 'PAYOUT_NOT_EDITABLE':
        return (
          <>
            This payout can no longer be changed. <Way href={paths.creator.payouts}>See where it is</Way>
          </>
        );
      case 'FRESH_LOGIN_REQUIRED':
        return 'We could not confirm it’s you. Nothing was sent. Press the button again, then enter your password or code.';
      default:
        return describeOther(failure, isOurs);
    }
  };
  return (
    <Note icon={CircleAlert} tone="danger">
      {describe()}
    </Note>
  );
}

const Way = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link className="link" href={href}>
    {children}
  </Link>
);

/** Compatible backends send no codes: there, a 404 means that the payout account is missing. */
function describeOther({ status, message }: ApiFailure, isOurs: boolean): ReactNode {
  if (status === 404 && !isOurs)
    return (
      <>
        {message} <Way href={paths.creator.banking}>Check your payout details</Way>
      </>
    );
  if (status === 0 || status >= 500)
    return (
      <>
        {message} Your request may have arrived.{' '}
        <Way href={paths.creator.payouts}>See your payouts before you try again</Way>
      </>
    );
  return message;
}

/** @param why given by the refusal of a request; otherwise, what the overview says */
export function RestWords({ why }: { why?: string }) {
  const { restsUntil, restReason } = useAppSelector(selectOverview).sums ?? {};
  return (
    <>
      <b>
        Payouts are paused{' '}
        {restsUntil ? (
          <>
            until <ExactTime value={restsUntil} />
          </>
        ) : (
          'for a day'
        )}
        .
      </b>{' '}
      {why ?? payoutRestWords[restReason ?? 'changed']}
    </>
  );
}

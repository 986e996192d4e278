import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectOverview, withdrawRequested } from '../payout-slice';
import type { Payout } from '../payout-words';
import { PayoutProblem } from './payout-problem';
import { usePayoutSheet } from './use-payout-sheet';

interface WithdrawSheetProps {
  payout: Payout | null;
  open: boolean;
  onClose: () => void;
}

export function WithdrawSheet({ payout, open, onClose }: WithdrawSheetProps) {
  const dispatch = useAppDispatch();
  const { sums } = useAppSelector(selectOverview);
  const { key, isBusy, failure } = usePayoutSheet(open, onClose);
  const amount = formatMoney(payout?.requestTokens);
  return (
    <Sheet open={open} onClose={onClose} locked={isBusy} title={`Withdraw your request for ${amount}?`}>
      <p>{amount} returns to your available balance at once. No fee. You can request it again at any time.</p>
      <FormFoot notes={<PayoutProblem failure={failure} available={sums?.remainingUnpaidTokens ?? 0} />}>
        <div className="row row--end row--wrap">
          <Button variant="ghost" onClick={onClose} disabled={isBusy}>
            Keep it
          </Button>
          <Button
            variant="danger"
            busy={isBusy}
            busyLabel="Withdrawing"
            onClick={() => payout && dispatch(withdrawRequested({ payout, key }))}
          >
            Withdraw request
          </Button>
        </div>
      </FormFoot>
    </Sheet>
  );
}

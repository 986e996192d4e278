import { CalendarClock } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Day } from '@/components/basic/times';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import { payoutSubmitted, type PayoutFields } from '../payout-slice';
import type { Payout } from '../payout-words';
import { PayoutProblem } from './payout-problem';
import { QuoteLines } from './quote-lines';
import { usePayoutSheet } from './use-payout-sheet';

interface ConfirmSheetProps {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
  payout?: Payout | undefined;
  fields: PayoutFields;
  account: string;
  /** Undefined if the backend does not say. */
  arrivesAt: string | undefined;
  available: number;
}

/** ux.md ST-8. */
export function ConfirmSheet({
  open,
  onClose,
  onDone,
  payout,
  fields,
  account,
  arrivesAt,
  available,
}: ConfirmSheetProps) {
  const dispatch = useAppDispatch();
  const { key, isBusy, failure } = usePayoutSheet(open, onDone);
  const amount = formatMoney(fields.requestTokens);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      locked={isBusy}
      title={payout ? 'Change your request?' : 'Request this payout?'}
      subtitle={`To ${account}`}
    >
      <QuoteLines amount={fields.requestTokens} />
      {arrivesAt && (
        <Note icon={CalendarClock}>
          We review it first. It usually arrives by{' '}
          <b>
            <Day value={arrivesAt} />
          </b>
          .
        </Note>
      )}
      <FormFoot notes={<PayoutProblem failure={failure} available={available} />}>
        <div className="stack stack--sm">
          <Button
            variant="primary"
            size="lg"
            block
            busy={isBusy}
            busyLabel={payout ? 'Saving' : `Requesting ${amount}`}
            onClick={() => dispatch(payoutSubmitted({ id: payout?._id, fields, key }))}
          >
            {payout ? `Change to ${amount}` : `Request ${amount}`}
          </Button>
          <p className="xs muted center">One request at a time. You can change it until it is approved.</p>
        </div>
      </FormFoot>
    </Sheet>
  );
}

import { CircleAlert } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Badge } from '@/components/basic/badge';
import { Note } from '@/components/basic/note';
import { paths } from '@/config/paths';
import { useAppSelector } from '@/store/hooks';
import { selectCanWithdraw } from '../payout-support';
import { describeAccount, getStatusWords, type Payout } from '../payout-words';
import { PayoutTimeline } from './payout-timeline';
import styles from './payout.module.css';

export function PayoutBadge({ payout }: { payout: Payout }) {
  const { text, tone } = getStatusWords(payout);
  return <Badge tone={tone}>{text}</Badge>;
}

interface PayoutViewProps {
  payout: Payout;
  onWithdraw: (payout: Payout) => void;
}

export function PayoutView({ payout, onWithdraw }: PayoutViewProps) {
  const { status, paymentAccountType, accountHint, requestNote, reasonCode } = payout;
  const canWithdraw = useAppSelector(selectCanWithdraw);
  const isRejected = status === 'rejected' && reasonCode !== 'withdrawn';
  return (
    <div className="stack">
      <PayoutTimeline payout={payout} />
      <p className="sm ink-2">
        To {describeAccount(paymentAccountType, accountHint)}
        {requestNote && <span className={`block said ${styles.said}`}>“{requestNote}”</span>}
      </p>
      {isRejected && (
        <>
          <Note icon={CircleAlert}>
            {payout.adminNote
              ? 'Fix what the reason names, then request the amount again.'
              : 'No reason was given. Check your payout details, or ask us.'}
          </Note>
          <div className="row row--wrap">
            <Button size="sm" href={paths.creator.banking}>
              Change payout details
            </Button>
            <Button size="sm" variant="ghost" href={paths.contact}>
              Ask us
            </Button>
          </div>
        </>
      )}
      {status === 'pending' && (
        <div className="row row--wrap">
          <Button size="sm" href={paths.creator.changePayout(payout._id)}>
            Change request
          </Button>
          {canWithdraw && (
            <Button size="sm" variant="ghost" onClick={() => onWithdraw(payout)}>
              Withdraw
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

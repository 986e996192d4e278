import { Undo2 } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Day } from '@/components/basic/times';
import { getPersonName } from '@/lib/person-name';
import { getOpenRefund, getOrderName, isKept, type Order, type Parcel } from '../order-words';
import styles from './order.module.css';

interface RefundNotesProps {
  parcel: Parcel;
  /** Opens the request for a sale. */
  onAnswer: (transactionId: string) => void;
}

/** Tells the seller what the buyer asks to be refunded, before anything else on the page. */
export function RefundNotes({ parcel: { orders }, onAnswer }: RefundNotesProps) {
  const asked = orders.filter((order) => isKept(order) && order.refundRequest);
  if (asked.length === 0) return null;
  const isSeveral = orders.length > 1;
  return (
    <div className={styles.notes}>
      {asked.map((order) =>
        getOpenRefund(order) ? (
          <OpenRequest key={order._id} order={order} isSeveral={isSeveral} onAnswer={onAnswer} />
        ) : (
          <DecidedRequest key={order._id} order={order} isSeveral={isSeveral} />
        ),
      )}
    </div>
  );
}

interface RequestProps {
  order: Order;
  isSeveral: boolean;
}

function OpenRequest({ order, isSeveral, onAnswer }: RequestProps & Pick<RefundNotesProps, 'onAnswer'>) {
  const { userInfo, refundRequest, transactionId } = order;
  if (!refundRequest) return null;
  const { createdAt, reason, state, answerBy } = refundRequest;
  return (
    <Note icon={Undo2} tone="warn" className={styles.ask}>
      <div>
        <p className="strong">
          {getPersonName(userInfo, 'fan')} asked for a refund{isSeveral && ` of ${getOrderName(order)}`} on{' '}
          <Day value={createdAt} />
        </p>
        <p className={styles.words}>“{reason}”</p>
        <p>
          {state === 'asked' ? (
            <>
              Answer by <Day value={answerBy} />, or we’ll decide for you.
            </>
          ) : (
            'We’re looking at it. You can still refund it.'
          )}
        </p>
      </div>
      <Button variant="primary" size="sm" onClick={() => onAnswer(transactionId)}>
        {state === 'asked' ? 'Answer request' : 'View request'}
      </Button>
    </Note>
  );
}

function DecidedRequest({ order, isSeveral }: RequestProps) {
  const { userInfo, refundRequest } = order;
  if (refundRequest?.state !== 'refused') return null;
  const { createdAt, answer, decidedBy } = refundRequest;
  return (
    <Note icon={Undo2}>
      <p>
        {getPersonName(userInfo, 'fan')} asked for a refund{isSeveral && ` of ${getOrderName(order)}`} on{' '}
        <Day value={createdAt} />. {decidedBy === 'operator' ? 'We' : 'You'} didn’t grant it.
        {answer && ` “${answer}”`}
      </p>
    </Note>
  );
}

import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/button';
import { Note } from '@/components/note';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { paymentReopened, retryRequested, selectCheckout } from '../checkout-slice';
import type { Purchase } from '../purchase';
import { cardName } from './card-names';
import styles from './checkout.module.css';

const isByCard = ({ kind }: Purchase) => kind === 'subscribe' || kind === 'topUp' || kind === 'platform';

/** It did not work: why, and what to do now. */
export function PurchaseFailed({ purchase }: { purchase: Purchase }) {
  const dispatch = useAppDispatch();
  const { error, cards } = useAppSelector(selectCheckout);
  const card = 'cardId' in purchase ? cards.list.find(({ token }) => token === purchase.cardId) : undefined;
  const message = error?.message ?? '';
  // The bank's own words do not always say it.
  const isSilent = isByCard(purchase) && !/not charged|money is on its way/i.test(message);
  return (
    <div className={styles.parts}>
      <Note icon={CircleAlert} tone="danger">
        {message}
        {isSilent && ' You were not charged.'}
      </Note>
      {card && <p className="sm ink-2">Tried with {cardName(card)}.</p>}
      <Button variant="primary" size="lg" block onClick={() => dispatch(paymentReopened())}>
        {isByCard(purchase) ? 'Pay another way' : 'Back'}
      </Button>
    </div>
  );
}

/** No answer came. The same request carries the same key, so sending it again cannot charge twice. */
export function PurchaseUnknown() {
  const dispatch = useAppDispatch();
  return (
    <div className={styles.parts}>
      <Note icon={TriangleAlert} tone="warn">
        The answer did not reach us, so we cannot say yet whether this was paid. Asking again is safe: it is charged
        once at most.
      </Note>
      <div className="stack stack--sm">
        <Button variant="primary" size="lg" block onClick={() => dispatch(retryRequested())}>
          Ask again
        </Button>
        <Button variant="ghost" size="sm" block href={paths.user.paymentHistory}>
          See my payments
        </Button>
      </div>
    </div>
  );
}

import { TriangleAlert } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { paymentSought, retryRequested, selectCheckout } from '../checkout-slice';
import styles from './checkout.module.css';

/**
 * No answer came. Where the backend honours the key of the request, sending it again cannot charge twice; where it is not known
 * to, only its books can tell, and what they do not show yet may still come. Promises M-18.
 */
export function PurchaseUnknown() {
  const dispatch = useAppDispatch();
  const { before, purchase } = useAppSelector(selectCheckout);
  if (before && purchase) {
    const isWallet = purchase.kind === 'unlock' || purchase.kind === 'tip';
    return (
      <div className={styles.parts}>
        <Note icon={TriangleAlert} tone="warn">
          The answer did not reach us, and this payment does not show in your {isWallet ? 'wallet' : 'payments'} yet. It
          may still arrive. Look there before you pay again.
        </Note>
        <div className="stack stack--sm">
          <Button variant="primary" size="lg" block onClick={() => dispatch(paymentSought({ purchase, before }))}>
            Look again
          </Button>
          <Button
            variant="ghost"
            size="sm"
            block
            href={isWallet ? paths.user.walletTransactions : paths.user.paymentHistory}
          >
            {isWallet ? 'See my wallet' : 'See my payments'}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.parts}>
      <Note icon={TriangleAlert} tone="warn">
        The answer did not reach us, so we cannot say yet whether this was paid. Asking again is safe: it is charged
        once at most.
      </Note>
      <div className="stack stack--sm">
        <Button variant="primary" size="lg" block onClick={() => dispatch(retryRequested())}>
          Check again
        </Button>
        <Button variant="ghost" size="sm" block href={paths.user.paymentHistory}>
          See my payments
        </Button>
      </div>
    </div>
  );
}

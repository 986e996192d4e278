import { PageBody } from '@/components/layout/page-body';
import { PageHead } from '@/components/layout/page-head';
import { selectIsLoggedIn, selectIsPerformer } from '@/features/identity/auth/session-slice';
import { Cart } from '@/features/money/cart/components/cart';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { CreatorsDoNotPay } from './creators-do-not-pay';

export function CartScreen() {
  const signedIn = useAppSelector(selectIsLoggedIn);
  const isPerformer = useAppSelector(selectIsPerformer);
  return (
    <PageBody signedIn={signedIn}>
      <PageTitle title="Cart" />
      {isPerformer ? (
        <CreatorsDoNotPay />
      ) : (
        <>
          <PageHead title="Cart" />
          <Cart />
        </>
      )}
    </PageBody>
  );
}

import { PageBody } from '@/components/layout/page-body';
import { PageHead } from '@/components/layout/page-head';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { Cart } from '@/features/money/cart/components/cart';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';

export function CartScreen() {
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <PageBody signedIn={signedIn}>
      <PageTitle title="Cart" />
      <PageHead title="Cart" />
      <Cart />
    </PageBody>
  );
}

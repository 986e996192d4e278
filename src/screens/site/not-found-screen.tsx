import { MissingPage } from '@/components/states/missing-page';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';

/** No page has this address. */
export function NotFoundScreen() {
  return <MissingPage signedIn={useAppSelector(selectIsLoggedIn)} />;
}

import { MissingPage } from '@/components/missing-page';
import { selectIsLoggedIn } from '@/features/session/session-slice';
import { useAppSelector } from '@/store/hooks';

/** No page has this address. */
export function NotFoundScreen() {
  return <MissingPage signedIn={useAppSelector(selectIsLoggedIn)} />;
}

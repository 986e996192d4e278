import { NotFoundPage } from '@/components/states/not-found-page';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';

export function NotFoundScreen() {
  return <NotFoundPage signedIn={useAppSelector(selectIsLoggedIn)} />;
}

import { useEffect, useRef } from 'react';
import { Button } from '@/components/basic/button';
import { Problem } from '@/components/basic/note';
import { paths } from '@/config/paths';
import { selectLogin, selectPendingLogin } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { socialLoginReturned, selectLoginWays, type LoginProvider } from '../login-ways-slice';

export function ProviderReturn({ provider }: { provider: LoginProvider }) {
  const dispatch = useAppDispatch();
  const ways = useAppSelector(selectLoginWays);
  const login = useAppSelector(selectLogin);
  const pending = useAppSelector(selectPendingLogin);
  const isUsed = useRef(false);
  useEffect(() => {
    // The response is valid only once, but React can run this effect twice.
    if (isUsed.current) return;
    isUsed.current = true;
    dispatch(socialLoginReturned(provider));
  }, [dispatch, provider]);
  const error = ways.error ?? (pending ? null : login.error);
  if (!error) {
    return (
      <p className="center ink-2" role="status">
        {pending ? 'One more step.' : 'One moment, please.'}
      </p>
    );
  }
  return (
    <div className="stack">
      <Problem>{error.message}</Problem>
      <Button variant="primary" size="lg" block href={paths.auth.login}>
        Back to log in
      </Button>
    </div>
  );
}

import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { LazySheet } from '@/components/states/part-failed';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Hardly anybody is asked: fetched by who is. */
const AgeQuestion = dynamic(() => import('./age-question').then((module) => module.AgeQuestion), {
  ssr: false,
  loading: LazySheet,
});

/** Where the age is asked for: on every page but those of the log-in, and those one may have to read first. */
export function AgeGate() {
  const { asPath } = useRouter();
  const { minimumAge = 0 } = useAppSelector(selectSettings);
  const isAsked = useAppSelector((state) => {
    const user = selectCurrentUser(state);
    return user !== null && 'isAgeDeclared' in user && user.isAgeDeclared === false;
  });
  const isOpenPage = /^\/(auth|page|contact)\b/.test(asPath);
  return isAsked && minimumAge > 0 && !isOpenPage ? <AgeQuestion /> : null;
}

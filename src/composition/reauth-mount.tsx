import dynamic from 'next/dynamic';
import { LazySheet } from '@/components/states/part-failed';
import { useEffect, useState } from 'react';
import { selectReauth } from '@/features/identity/security/reauth-slice';
import { useAppSelector } from '@/store/hooks';

const ReauthSheet = dynamic(
  () => import('@/features/identity/security/components/reauth-sheet').then((module) => module.ReauthSheet),
  { ssr: false, loading: LazySheet },
);

/** Where the reauth sheet opens, on pages that bring its feature; fetched when it is needed for the first time. */
export function ReauthMount() {
  const isOpen = useAppSelector((state) => selectReauth(state)?.isOpen === true);
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => {
    if (isOpen) setWasOpen(true);
  }, [isOpen]);
  return wasOpen ? <ReauthSheet /> : null;
}

import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useContext, useEffect, useState, type ReactNode } from 'react';
import { SheetsBlockedContext } from '@/components/layout/open-sheets';
import { LazyPart, LazySheet } from '@/components/states/part-failed';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectReauth } from '@/features/identity/security/reauth-slice';
import { selectIntent, selectIsCheckoutOpen } from '@/features/money/checkout/intent-feature';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import { browserStore } from './browser-store';

const CheckoutHost = dynamic(
  async () => {
    const [{ CheckoutHost: Host }, { checkoutFeature }] = await Promise.all([
      import('@/features/money/checkout/components/checkout-host'),
      import('@/features/money/checkout/checkout-feature'),
    ]);
    browserStore().addFeatures([checkoutFeature]);
    return Host;
  },
  { ssr: false, loading: LazySheet },
);

/** Loaded on demand: needed only if the deletion of the account was requested. */
const KeepAccount = dynamic(
  () => import('@/features/identity/privacy/components/keep-account').then((module) => module.KeepAccount),
  { ssr: false, loading: LazyPart },
);

const AddressChoice = dynamic(() => import('./delivery-address').then((module) => module.DeliveryAddress), {
  ssr: false,
  loading: LazyPart,
});

export function CheckoutMount() {
  const intent = useAppSelector(selectIntent);
  return useHasEverBeen(intent !== null) ? (
    <CheckoutHost keepAccount={<KeepAccount why="Keep it to make payments." />} addressChoice={AddressChoice} />
  ) : null;
}

const ReauthSheet = dynamic(
  () => import('@/features/identity/security/components/reauth-sheet').then((module) => module.ReauthSheet),
  { ssr: false, loading: LazySheet },
);

/** For pages with the reauth feature. */
export function ReauthMount() {
  const isOpen = useAppSelector((state) => selectReauth(state)?.isOpen === true);
  return useHasEverBeen(isOpen) ? <ReauthSheet /> : null;
}

/** Whether `isNow` has ever been true. False in the first render, which must equal the server's. */
function useHasEverBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    if (isNow) setHasBeen(true);
  }, [isNow]);
  return hasBeen;
}

/** Loaded on demand, because few accounts are asked for their age. */
const AgeSheet = dynamic(
  () => import('@/features/identity/first-steps/components/age-sheet').then((module) => module.AgeSheet),
  { ssr: false, loading: LazySheet },
);

/** Whether the age is asked for: on login, legal and contact pages only before a payment. */
function useIsAgeAsked(): boolean {
  const { asPath } = useRouter();
  const isOpenPage = /^\/(auth|page|contact)\b/.test(asPath);
  return useAppSelector((state) => {
    const user = selectCurrentUser(state);
    if (!user || !('isAgeDeclared' in user) || user.isAgeDeclared !== false) return false;
    return Boolean(selectSettings(state).minimumAge) && (selectIsCheckoutOpen(state) || !isOpenPage);
  });
}

export function AgeGate() {
  return useContext(SheetsBlockedContext) ? <AgeSheet /> : null;
}

/** While the user is asked for their age, all other sheets wait; they are shown afterwards. */
export function SheetsAfterAge({ children }: { children: ReactNode }) {
  return <SheetsBlockedContext value={useIsAgeAsked()}>{children}</SheetsBlockedContext>;
}

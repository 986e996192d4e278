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

/** The money sheets with their state and sagas: fetched when something is wanted for the first time. */
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

/** Hardly anybody is about to leave: fetched by who is. */
const KeepAccount = dynamic(
  () => import('@/features/identity/privacy/components/keep-account').then((module) => module.KeepAccount),
  { ssr: false, loading: LazyPart },
);

/** Only what is sent needs an address: the address book comes with the first such order. */
const AddressChoice = dynamic(() => import('./delivery-address').then((module) => module.DeliveryAddress), {
  ssr: false,
  loading: LazyPart,
});

/** Where the money sheets open, on every page. */
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

/** Where the reauth sheet opens, on pages that bring its feature; fetched when it is needed for the first time. */
export function ReauthMount() {
  const isOpen = useAppSelector((state) => selectReauth(state)?.isOpen === true);
  return useHasEverBeen(isOpen) ? <ReauthSheet /> : null;
}

/** True only after the first render, which must equal the server's. */
function useHasEverBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    if (isNow) setHasBeen(true);
  }, [isNow]);
  return hasBeen;
}

/** Hardly anybody is asked: fetched by who is. */
const AgeSheet = dynamic(
  () => import('@/features/identity/first-steps/components/age-sheet').then((module) => module.AgeSheet),
  { ssr: false, loading: LazySheet },
);

/**
 * Whether the age is asked for now: on every page but those of the log-in and those one may have to read first, and there
 * too before something is paid.
 */
function useIsAgeAsked(): boolean {
  const { asPath } = useRouter();
  const isOpenPage = /^\/(auth|page|contact)\b/.test(asPath);
  return useAppSelector((state) => {
    const user = selectCurrentUser(state);
    if (!user || !('isAgeDeclared' in user) || user.isAgeDeclared !== false) return false;
    return Boolean(selectSettings(state).minimumAge) && (selectIsCheckoutOpen(state) || !isOpenPage);
  });
}

/** Where the age is asked for. */
export function AgeGate() {
  return useContext(SheetsBlockedContext) ? <AgeSheet /> : null;
}

/** Holds back every other sheet of the site while the age is asked for; what was wanted opens afterwards. */
export function SheetsAfterAge({ children }: { children: ReactNode }) {
  return <SheetsBlockedContext value={useIsAgeAsked()}>{children}</SheetsBlockedContext>;
}

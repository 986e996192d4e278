import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useEffect, useEffectEvent, useState } from 'react';
import { PartBoundary } from '@/components/states/part-boundary';
import { LazySheet, PartFailed } from '@/components/states/part-failed';
import { RouteProgress } from '@/components/layout/route-progress';
import { ToastHost } from '@/components/layout/toast-host';
import { markHydrated } from '@/components/hooks/hydration';
import { NOTICE_PARAMETER } from '@/config/paths';
import { selectBadges } from '@/features/conversation/badges/badges-feature';
import { siteStateRequested } from '@/features/site/settings/settings-slice';
import { networkChanged, selectToasts, toastClosed, toastShown } from '@/features/site/ui/ui-slice';
import { faviconStore, loginChangeStore, referralStore } from '@/services/storage';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { replayEarlyInput } from './input-replay';
import { ignoreStrayClicks } from './stray-clicks';
import { notices } from './guards';
import { AgeGate, CheckoutMount, ReauthMount } from './sheet-mounts';
import { useContentProtection } from './use-content-protection';
import { TopNotices } from './top-notices';
import { useThirdPartyScripts } from './use-outside-scripts';
import { useTitleCount } from './use-title-count';

const LeaveWatch = dynamic(() => import('./leave-watch').then((module) => module.LeaveWatch), {
  ssr: false,
  loading: LazySheet,
});

/** Shorter navigations show no progress bar. ux.md G-3. */
const BAR_DELAY_MS = 100;

const renderCouldNotOpen = (retry: () => void) => (
  <PartFailed text="This could not be opened." isFloating onRetry={retry} />
);

export function AppEffects() {
  useReferralCode();
  useRedirectNotice();
  useFavicon();
  useNetwork();
  useSiteState();
  useContentProtection();
  useEffect(markHydrated, []);
  useEffect(replayEarlyInput, []);
  useEffect(ignoreStrayClicks, []);
  useThirdPartyScripts();
  useTitleCount(useAppSelector((state) => selectBadges(state)?.conversations ?? 0));
  const dispatch = useAppDispatch();
  const toasts = useAppSelector(selectToasts);
  const handleAction = (id: string) => {
    const action = toasts.find((toast) => toast.id === id)?.onAction;
    dispatch(toastClosed(id));
    if (action) dispatch(action);
  };
  return (
    <>
      <RouteProgress active={useIsNavigating()} />
      <PartBoundary part="notices">
        <TopNotices />
      </PartBoundary>
      <PartBoundary part="checkout" renderFailed={renderCouldNotOpen}>
        <CheckoutMount />
      </PartBoundary>
      <PartBoundary part="age" renderFailed={renderCouldNotOpen}>
        <AgeGate />
      </PartBoundary>
      <PartBoundary part="reauth" renderFailed={renderCouldNotOpen}>
        <ReauthMount />
      </PartBoundary>
      <PartBoundary part="leaving" renderFailed={() => null}>
        <LeaveWatch />
      </PartBoundary>
      <ToastHost toasts={toasts} onAction={handleAction} onClose={(id) => dispatch(toastClosed(id))} />
    </>
  );
}

function useIsNavigating(): boolean {
  const { events } = useRouter();
  const [isNavigating, setIsNavigating] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (_url: string, { shallow }: { shallow: boolean }) => {
      if (!shallow) timer = setTimeout(() => setIsNavigating(true), BAR_DELAY_MS);
    };
    const stop = () => {
      clearTimeout(timer);
      setIsNavigating(false);
    };
    events.on('routeChangeStart', start);
    events.on('routeChangeComplete', stop);
    events.on('routeChangeError', stop);
    return () => {
      stop();
      events.off('routeChangeStart', start);
      events.off('routeChangeComplete', stop);
      events.off('routeChangeError', stop);
    };
  }, [events]);
  return isNavigating;
}

function useRedirectNotice(): void {
  const { query, pathname, replace } = useRouter();
  const dispatch = useAppDispatch();
  const text = notices.get(query[NOTICE_PARAMETER]);
  const removeNoticeParameter = useEffectEvent(() => {
    const { [NOTICE_PARAMETER]: _told, ...rest } = query;
    void replace({ pathname, query: rest }, undefined, { shallow: true, scroll: false });
  });
  useEffect(() => {
    if (!text) return;
    dispatch(toastShown({ text }));
    removeNoticeParameter();
  }, [dispatch, text]);
}

/** Stores the `ref` query parameter, the referrer. Specification 1. */
function useReferralCode(): void {
  const { query } = useRouter();
  const code = query['ref'];
  useEffect(() => {
    if (typeof code === 'string' && code !== '') referralStore.write(code);
  }, [code]);
}

/** Shows the site's favicon from the settings. Specification 3. */
function useFavicon(): void {
  const favicon = useAppSelector((state) => state.settings.values.favicon);
  useEffect(() => {
    if (favicon) faviconStore.write(favicon);
  }, [favicon]);
}

function useNetwork(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const report = () => void dispatch(networkChanged({ isOffline: !navigator.onLine }));
    report();
    window.addEventListener('online', report);
    window.addEventListener('offline', report);
    return () => {
      window.removeEventListener('online', report);
      window.removeEventListener('offline', report);
    };
  }, [dispatch]);
}

/** Requests the site's state when the user returns to the page, and after a login or logout in another tab. */
function useSiteState(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const requestSiteState = () => {
      if (document.visibilityState === 'visible') dispatch(siteStateRequested());
    };
    document.addEventListener('visibilitychange', requestSiteState);
    // A window beside another one is visible without being in use.
    window.addEventListener('focus', requestSiteState);
    const unwatch = loginChangeStore.watch(() => void dispatch(siteStateRequested()));
    return () => {
      unwatch();
      document.removeEventListener('visibilitychange', requestSiteState);
      window.removeEventListener('focus', requestSiteState);
    };
  }, [dispatch]);
}

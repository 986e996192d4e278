import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useEffect, useEffectEvent, useState } from 'react';
import { PartBoundary } from '@/components/states/part-boundary';
import { LazySheet, PartFailed } from '@/components/states/part-failed';
import { RouteProgress } from '@/components/layout/route-progress';
import { ToastHost } from '@/components/layout/toast-host';
import { markHydrated } from '@/components/hooks/hydration';
import { noticeParameter } from '@/config/paths';
import { selectBadges } from '@/features/conversation/badges/badges-feature';
import { siteStateRequested } from '@/features/site/settings/settings-slice';
import { networkChanged, selectToasts, toastClosed, toastShown } from '@/features/site/ui/ui-slice';
import { faviconStore, loginChangeStore, referralStore } from '@/services/storage';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { replayEarlyInput } from './input-replay';
import { notices } from './guards';
import { AgeGate, CheckoutMount, ReauthMount } from './sheet-mounts';
import { useContentProtection } from './use-content-protection';
import { TopNotices } from './top-notices';
import { useOutsideScripts } from './use-outside-scripts';
import { useTitleCount } from './use-title-count';

const LeaveWatch = dynamic(() => import('./leave-watch').then((module) => module.LeaveWatch), {
  ssr: false,
  loading: LazySheet,
});

/** Milliseconds a page may take before the loading bar shows. ux.md G-3. */
const barDelayMs = 100;

const couldNotOpen = (retry: () => void) => <PartFailed text="This could not be opened." isFloating onRetry={retry} />;

/** What goes on beside every page: loading bar, notices, connection, referral code, favicon. */
export function AppEffects() {
  useReferral();
  useSentElsewhere();
  useFavicon();
  useNetwork();
  useSiteState();
  useContentProtection();
  useEffect(markHydrated, []);
  useEffect(replayEarlyInput, []);
  useOutsideScripts();
  // Of every page: also of those that strangers may read.
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
      <PartBoundary part="checkout" renderFailed={couldNotOpen}>
        <CheckoutMount />
      </PartBoundary>
      <PartBoundary part="age" renderFailed={couldNotOpen}>
        <AgeGate />
      </PartBoundary>
      <PartBoundary part="reauth" renderFailed={couldNotOpen}>
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
      if (!shallow) timer = setTimeout(() => setIsNavigating(true), barDelayMs);
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

/** Whoever was sent here from a page that is not theirs is told why, once. */
function useSentElsewhere(): void {
  const { query, pathname, replace } = useRouter();
  const dispatch = useAppDispatch();
  const text = notices.get(query[noticeParameter]);
  const forget = useEffectEvent(() => {
    const { [noticeParameter]: _told, ...rest } = query;
    void replace({ pathname, query: rest }, undefined, { shallow: true, scroll: false });
  });
  useEffect(() => {
    if (!text) return;
    dispatch(toastShown({ text }));
    forget();
  }, [dispatch, text]);
}

/** Specification 1: a referral code from the `ref` query parameter is stored locally. */
function useReferral(): void {
  const { query } = useRouter();
  const code = query['ref'];
  useEffect(() => {
    if (typeof code === 'string' && code !== '') referralStore.write(code);
  }, [code]);
}

/** Specification 3: the favicon is kept in local storage. */
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

/**
 * A page that was left open in the background is looked at again when the reader comes back to it, or another tab says that somebody
 * logged in or out.
 */
function useSiteState(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') dispatch(siteStateRequested());
    };
    document.addEventListener('visibilitychange', look);
    // Of two windows side by side both are visible.
    window.addEventListener('focus', look);
    const unwatch = loginChangeStore.watch(() => void dispatch(siteStateRequested()));
    return () => {
      unwatch();
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [dispatch]);
}

import { WifiOff } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '@/components/basic/icon';
import { useNoticePlace } from '@/components/layout/open-sheets';
import { selectIsClosing, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectIsDisconnected } from '@/features/site/ui/ui-slice';
import { useAppSelector } from '@/store/hooks';
import styles from './top-notices.module.css';

/** Loaded only if the deletion of the account was requested. Rendered on the server, so that the layout does not shift. */
const ClosingBar = dynamic(() =>
  import('@/features/identity/privacy/components/closing-bar').then((module) => module.ClosingBar),
);

/**
 * Shows above every page that the connection is lost, or that the account will be deleted. Sets `--h-notice` to its height, for
 * elements that fill or stick to the window. An open sheet covers the page, so it also shows the lost connection.
 */
export function TopNotices() {
  const isCutOff = useAppSelector(selectIsDisconnected);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const isLeaving = useAppSelector(selectIsClosing);
  const isOffline = isCutOff && isLoggedIn;
  const sheetPlace = useNoticePlace();
  if (!isOffline && !isLeaving) return null;
  return (
    <Strip>
      {isOffline && <OfflineBar isCovered={sheetPlace !== null} />}
      {isOffline && sheetPlace && createPortal(<OfflineBar isInSheet />, sheetPlace)}
      {isLeaving && <ClosingBar />}
    </Strip>
  );
}

/** Only the uncovered notice is announced. In a sheet it promises no later sending, because payments are not sent later. */
const OfflineBar = ({ isCovered = false, isInSheet = false }: { isCovered?: boolean; isInSheet?: boolean }) => (
  <div className={styles.offline} role={isCovered ? undefined : 'status'}>
    <Icon of={WifiOff} size={16} />
    <span>{isInSheet ? 'You’re offline.' : 'You’re offline. Messages will send when you’re back online.'}</span>
  </div>
);

function Strip({ children }: { children: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = strip.current;
    if (!element) return undefined;
    const root = document.documentElement.style;
    const updateHeight = () => root.setProperty('--h-notice', `${element.offsetHeight}px`);
    updateHeight();
    const sizes = new ResizeObserver(updateHeight);
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      root.removeProperty('--h-notice');
    };
  }, []);
  return (
    <div ref={strip} className={styles.notices}>
      {children}
    </div>
  );
}

import { useLayoutEffect, useRef } from 'react';
import { OfflineBar } from '@/components/offline-bar';
import styles from './connection-notice.module.css';

/**
 * Says above every page that the connection is gone. Its height is known to the page as `--h-notice`, so that what fills
 * or holds on to the window leaves the room.
 */
export function ConnectionNotice() {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const root = document.documentElement.style;
    const note = () => root.setProperty('--h-notice', `${element.offsetHeight}px`);
    note();
    const sizes = new ResizeObserver(note);
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      root.removeProperty('--h-notice');
    };
  }, []);
  return (
    <div ref={bar} className={styles.notice}>
      <OfflineBar />
    </div>
  );
}

import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { confirmLeave } from './leave-questions';

/** Asks the leave questions when a link or the back button is used. Mounted once for the whole site. */
export function useLeaveQuestions(): void {
  const router = useRouter();
  useEffect(() => {
    const confirmLinkClick = (event: MouseEvent) => {
      const path = getClickedPath(event);
      if (path === undefined || !confirmLeave(() => void router.push(path), 'page')) return;
      // Runs before Next.js handles the click.
      event.preventDefault();
      event.stopPropagation();
    };
    const readLocation = () => ({ state: window.history.state as unknown, url: window.location.href });
    let current = readLocation();
    const recordLocation = () => {
      current = readLocation();
    };
    let hasDecided = false;
    router.beforePopState(() => {
      const leave = () => {
        hasDecided = true;
        router.back();
      };
      const isAsking = !hasDecided && confirmLeave(leave, 'page');
      hasDecided = false;
      // The URL has changed already: restore it until the user has decided.
      if (isAsking) window.history.pushState(current.state, '', current.url);
      return !isAsking;
    });
    document.addEventListener('click', confirmLinkClick, true);
    router.events.on('routeChangeComplete', recordLocation);
    router.events.on('hashChangeComplete', recordLocation);
    return () => {
      document.removeEventListener('click', confirmLinkClick, true);
      router.events.off('routeChangeComplete', recordLocation);
      router.events.off('hashChangeComplete', recordLocation);
      router.beforePopState(() => true);
    };
  }, [router]);
}

/** The path that a click leads to. Undefined for links that stay on this page, leave the site or open another tab. */
function getClickedPath(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]');
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href, window.location.href);
  const { origin, pathname, search } = window.location;
  if (url.origin !== origin || url.pathname + url.search === pathname + search) return undefined;
  return url.pathname + url.search + url.hash;
}

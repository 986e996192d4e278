import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { askToLeave } from './leave-questions';

/** Asks the questions before a link or the browser's back button leaves the page. Once for the whole site. */
export function useLeaveQuestions(): void {
  const router = useRouter();
  useEffect(() => {
    const askLink = (event: MouseEvent) => {
      const path = pathOfClick(event);
      if (path === undefined || !askToLeave(() => void router.push(path), 'page')) return;
      // Before Next.js hears of it.
      event.preventDefault();
      event.stopPropagation();
    };
    const readHere = () => ({ state: window.history.state as unknown, url: window.location.href });
    let here = readHere();
    const noteHere = () => {
      here = readHere();
    };
    let hasDecided = false;
    router.beforePopState(() => {
      const leave = () => {
        hasDecided = true;
        router.back();
      };
      const isAsking = !hasDecided && askToLeave(leave, 'page');
      hasDecided = false;
      // The address has changed already: it is put back, one step ahead, until the reader has decided.
      if (isAsking) window.history.pushState(here.state, '', here.url);
      return !isAsking;
    });
    document.addEventListener('click', askLink, true);
    router.events.on('routeChangeComplete', noteHere);
    router.events.on('hashChangeComplete', noteHere);
    return () => {
      document.removeEventListener('click', askLink, true);
      router.events.off('routeChangeComplete', noteHere);
      router.events.off('hashChangeComplete', noteHere);
      router.beforePopState(() => true);
    };
  }, [router]);
}

/** Where a press leads within this site; undefined when it stays on this page and its part, or opens another tab. */
function pathOfClick(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]');
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href, window.location.href);
  const { origin, pathname, search } = window.location;
  if (url.origin !== origin || url.pathname + url.search === pathname + search) return undefined;
  return url.pathname + url.search + url.hash;
}

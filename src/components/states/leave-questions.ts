import { useRouter } from 'next/router';
import { useEffect } from 'react';

/** Asks before the page is left, and calls `leave` if that is wanted. @returns false when nothing would be lost. */
type LeaveQuestion = (leave: () => void) => boolean;

/** The newest last. Next.js itself keeps a single one. */
const questions: LeaveQuestion[] = [];

/** @returns takes the question back. */
export function addLeaveQuestion(question: LeaveQuestion): () => void {
  questions.push(question);
  return () => void questions.splice(questions.indexOf(question), 1);
}

const ask: LeaveQuestion = (leave) => questions.toReversed().some((question) => question(leave));

/** Leaves the page by something other than a link, after the same questions. */
export function leavePage(leave: () => void): void {
  if (!ask(leave)) leave();
}

/** Asks the questions before a link or the browser's back button leaves the page. Once for the whole site. */
export function useLeaveQuestions(): void {
  const router = useRouter();
  useEffect(() => {
    const askLink = (event: MouseEvent) => {
      const path = pathOfClick(event);
      if (path === undefined || !ask(() => void router.push(path))) return;
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
      const isAsking = !hasDecided && ask(leave);
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

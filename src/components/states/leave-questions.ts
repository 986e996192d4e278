import { useRouter } from 'next/router';
import { useEffect } from 'react';

/** What is left: this page alone, or the account, which has more to lose. */
type Exit = 'page' | 'account';

/** Asks before that, and calls `leave` if it is wanted. @returns false when nothing would be lost. */
type LeaveQuestion = (leave: () => void) => boolean;

/** The newest last. Next.js itself keeps a single one. */
const questions: { question: LeaveQuestion; exit: Exit }[] = [];

/** @param exit `account` is asked at a log-out only. @returns takes the question back. */
export function addLeaveQuestion(question: LeaveQuestion, exit: Exit = 'page'): () => void {
  const added = { question, exit };
  questions.push(added);
  return () => void questions.splice(questions.indexOf(added), 1);
}

/** Asks one question after the other, from the newest on, until one is answered by staying. @returns whether anything was asked. */
function ask(leave: () => void, exit: Exit, among = questions.toReversed()): boolean {
  return among.some((one, index) => {
    const isMeant = questions.includes(one) && (one.exit === 'page' || exit === 'account');
    const goOn = () => {
      if (!ask(leave, exit, among.slice(index + 1))) leave();
    };
    return isMeant && one.question(goOn);
  });
}

/** Leaves the page by something other than a link, after the same questions. */
export function leavePage(leave: () => void): void {
  if (!ask(leave, 'page')) leave();
}

/** Logs out, after the questions of the page and of the account. */
export function leaveAccount(leave: () => void): void {
  if (!ask(leave, 'account')) leave();
}

/** Asks the questions before a link or the browser's back button leaves the page. Once for the whole site. */
export function useLeaveQuestions(): void {
  const router = useRouter();
  useEffect(() => {
    const askLink = (event: MouseEvent) => {
      const path = pathOfClick(event);
      if (path === undefined || !ask(() => void router.push(path), 'page')) return;
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
      const isAsking = !hasDecided && ask(leave, 'page');
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

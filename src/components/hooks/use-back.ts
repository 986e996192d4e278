import { useRouter } from 'next/compat/router';
import type { NextRouter } from 'next/router';
import { useEffect, useEffectEvent } from 'react';

interface Answer {
  /** The entry of the history that stays the current one. */
  here: { state: unknown; url: string };
  onBack: () => void;
}

/** What Back does instead of leaving the page, the newest last: that one is asked. */
const answers: Answer[] = [];

/**
 * While active, Back of the browser does this and the page stays: it closes what lies over it, or asks what to do with a form. What
 * the page itself was opened from is another document where it was the first of this site: there Back leaves without asking.
 */
export function useBack(isActive: boolean, onBack: () => void): void {
  const router = useRouter();
  const answerBack = useEffectEvent(onBack);
  useEffect(() => {
    if (!isActive || !router) return undefined;
    const answer = {
      here: { state: window.history.state as unknown, url: window.location.href },
      onBack: () => answerBack(),
    };
    answers.push(answer);
    router.beforePopState(stayOrGo);
    return () => {
      const place = answers.indexOf(answer);
      if (place >= 0) answers.splice(place, 1);
    };
  }, [isActive, router]);
}

/** Goes back although something would rather stay: the reader was asked. */
export function leaveByBack(router: NextRouter): void {
  answers.length = 0;
  router.back();
}

/** @returns whether the page goes where the address has gone already. */
function stayOrGo(): boolean {
  const answer = answers.at(-1);
  if (!answer) return true;
  window.history.pushState(answer.here.state, '', answer.here.url);
  answer.onBack();
  return false;
}

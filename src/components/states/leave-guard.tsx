import { useRouter } from 'next/router';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../basic/button';
import { FormFoot } from '../form/form-foot';
import { Sheet } from '../layout/sheet';

interface LeaveGuardProps {
  /** What would lose something: leaving the page in any way, or only closing the tab. */
  when: 'leaving' | 'closing' | null;
  title?: string;
  /** What would be lost. */
  children?: ReactNode;
  /** Called once the reader has decided to go. */
  onLeave?: () => void;
}

/**
 * Asks before a form with unsaved changes is left: by a link, by the browser's back button, or by closing the tab, where
 * the browser asks in its own words. ux.md G-11.
 */
export function LeaveGuard({ when, title = 'Leave without saving?', children, onLeave }: LeaveGuardProps) {
  const router = useRouter();
  const [go, setGo] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  useEffect(() => {
    if (when !== 'leaving') return undefined;
    const askLink = (event: MouseEvent) => {
      const path = pathOfClick(event);
      if (path === undefined) return;
      // Before Next.js hears of it.
      event.preventDefault();
      event.stopPropagation();
      setGo(() => () => void router.push(path));
    };
    const here = { state: window.history.state as unknown, url: window.location.href };
    document.addEventListener('click', askLink, true);
    router.beforePopState(() => {
      // The address has changed already: it is put back, one step ahead, until the reader has decided.
      window.history.pushState(here.state, '', here.url);
      setGo(() => () => {
        router.beforePopState(() => true);
        router.back();
      });
      return false;
    });
    return () => {
      document.removeEventListener('click', askLink, true);
      router.beforePopState(() => true);
    };
  }, [when, router]);
  const leave = () => {
    onLeave?.();
    setGo(null);
    go?.();
  };
  return (
    <Sheet open={go !== null} onClose={() => setGo(null)} title={title}>
      <div>{children ?? <p>Your changes are not saved yet.</p>}</div>
      <FormFoot>
        <div className="row row--end">
          <Button variant="ghost" onClick={leave}>
            Leave
          </Button>
          <Button variant="primary" onClick={() => setGo(null)}>
            Stay
          </Button>
        </div>
      </FormFoot>
    </Sheet>
  );
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

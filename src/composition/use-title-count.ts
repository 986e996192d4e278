import { useEffect } from 'react';

const withoutCount = (title: string) => title.replace(/^\(\d+\) /, '');

/** Puts the unread count before the page's title, as in `(3) Messages`, and again whenever the page changes its title. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const show = () => {
      const bare = withoutCount(document.title);
      const wanted = count > 0 ? `(${count}) ${bare}` : bare;
      if (document.title !== wanted) document.title = wanted;
    };
    show();
    const changes = new MutationObserver(show);
    changes.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      changes.disconnect();
      document.title = withoutCount(document.title);
    };
  }, [count]);
}

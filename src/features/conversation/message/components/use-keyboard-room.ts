import { useEffect, type RefObject } from 'react';

/** Pixels that a keyboard takes at least; the browser's own bars take less. */
const keyboardHeight = 120;

/**
 * On phones the keyboard lies over the page instead of making it smaller. While it does, `element` gets
 * `data-keyboard`, and as `--view-top` and `--view-height` the part of the window that can be seen.
 */
export function useKeyboardRoom(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const fit = () => {
      const box = element.current;
      if (!box) return;
      // Whoever zooms in sees less of the window too.
      const isOpen = view.scale < 1.05 && document.documentElement.clientHeight - view.height > keyboardHeight;
      box.toggleAttribute('data-keyboard', isOpen);
      box.style.setProperty('--view-top', `${view.offsetTop}px`);
      box.style.setProperty('--view-height', `${view.height}px`);
    };
    fit();
    view.addEventListener('resize', fit);
    view.addEventListener('scroll', fit);
    return () => {
      view.removeEventListener('resize', fit);
      view.removeEventListener('scroll', fit);
    };
  }, [element]);
}

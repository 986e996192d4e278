import { useEffect, type RefObject } from 'react';

/** The browser's own bars take less than a keyboard. */
const MIN_KEYBOARD_HEIGHT_PX = 120;

/**
 * On phones the keyboard lies over the page instead of making it smaller. While it does, `element` gets
 * `data-keyboard`, and as `--view-top` and `--view-height` the part of the window that can be seen.
 */
export function useKeyboardRoom(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const fitToViewport = () => {
      const box = element.current;
      if (!box) return;
      // Zooming in shrinks the visual viewport too.
      const isOpen = view.scale < 1.05 && document.documentElement.clientHeight - view.height > MIN_KEYBOARD_HEIGHT_PX;
      box.toggleAttribute('data-keyboard', isOpen);
      box.style.setProperty('--view-top', `${view.offsetTop}px`);
      box.style.setProperty('--view-height', `${view.height}px`);
    };
    fitToViewport();
    view.addEventListener('resize', fitToViewport);
    view.addEventListener('scroll', fitToViewport);
    return () => {
      view.removeEventListener('resize', fitToViewport);
      view.removeEventListener('scroll', fitToViewport);
    };
  }, [element]);
}

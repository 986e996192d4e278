import { useEffect, type RefObject } from 'react';

/** The browser's own bars are smaller than a keyboard. */
const MIN_KEYBOARD_HEIGHT_PX = 120;

/** A phone's keyboard covers the page: while it does, `element` has `data-keyboard`, `--view-top` and `--view-height`. */
export function useKeyboardRoom(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const fitToViewport = () => {
      const box = element.current;
      if (!box) return;
      // Zooming in also shrinks the visual viewport.
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

import { useEffect, type RefObject } from 'react';

/** Keyboards are higher than this, the browser's own bars lower. */
const MIN_KEYBOARD_HEIGHT_PX = 120;

/** While a phone's keyboard covers the page, sets `data-keyboard`, `--view-top` and `--view-height` on `element`. */
export function useKeyboardRoom(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const fitToViewport = () => {
      const box = element.current;
      if (!box) return;
      // Zooming in also makes the visual viewport smaller.
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

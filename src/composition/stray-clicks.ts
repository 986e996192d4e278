const CONTROLS = 'a, button, input, select, textarea, label, summary, [role]';

const findControl = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest(CONTROLS) ?? target) : null;

const getName = (control: Element): string | null => control.getAttribute('aria-label') ?? control.textContent;

/**
 * Ignores the second click of a double click if its first click removed the control under the pointer, as when a dialog closes
 * or another page opens: it would press whatever came there in its place. A control of the same name may be pressed again.
 * Fingers are left alone: they do not double-click by habit, and two quick taps are meant.
 *
 * @returns a function that stops it
 */
export function ignoreStrayClicks(): () => void {
  let previous: Element | null = null;
  const handleClick = (event: MouseEvent) => {
    const control = findControl(event.target);
    const isReplaced = previous?.isConnected === false && control !== null && getName(previous) !== getName(control);
    const isDouble = event.detail > 1 && (event as Partial<PointerEvent>).pointerType !== 'touch';
    if (isDouble && isReplaced) {
      event.preventDefault();
      event.stopPropagation();
    } else previous = control;
  };
  document.addEventListener('click', handleClick, true);
  return () => document.removeEventListener('click', handleClick, true);
}

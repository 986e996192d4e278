const candidates =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, video[controls], audio[controls], [tabindex]:not([tabindex="-1"])';

function listFocusable(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(candidates)].filter(
    (element) => element.closest('[hidden], [inert]') === null,
  );
}

export function wrapTab(
  event: { key: string; shiftKey: boolean; preventDefault: () => void },
  root: HTMLElement,
): void {
  if (event.key !== 'Tab') return;
  const list = listFocusable(root);
  const first = list[0];
  const last = list.at(-1);
  if (!first || !last) {
    event.preventDefault();
    return;
  }
  const active = document.activeElement;
  const leaving = event.shiftKey ? active === first || active === root : active === last;
  if (!leaving) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}

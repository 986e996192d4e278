import { useEffect } from 'react';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Fields, and texts to copy: addresses, recovery codes, secrets. */
const UNPROTECTED_SELECTOR = 'input, textarea, select, [contenteditable], [data-copyable]';

const isUnprotected = (target: EventTarget | null) =>
  target instanceof Element && target.closest(UNPROTECTED_SELECTOR) !== null;

/**
 * F12, and the shortcuts that open a browser's developer tools or the page's source on any system. Browsers go by the
 * letter (`key`) or by the place of the key (`code`): on a Greek or Cyrillic keyboard, or with Option held on a Mac, the
 * letter is another one.
 */
function isToolShortcut({ key, code, ctrlKey, shiftKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key === 'F12' || code === 'F12') return true;
  const isAnyLetter = (letters: string[]) =>
    letters.includes(key.toLowerCase()) || letters.some((letter) => code === `Key${letter.toUpperCase()}`);
  if (ctrlKey && shiftKey) return isAnyLetter(['i', 'j', 'c', 'k']);
  if (metaKey && altKey) return isAnyLetter(['i', 'j', 'c', 'u']);
  return ctrlKey && isAnyLetter(['u']);
}

/** The menu key and Shift+F10 raise the same event without a pointer: that is how people without a mouse ask. */
const isByPointer = (event: MouseEvent & { pointerType?: string }) => event.button === 2 || Boolean(event.pointerType);

/** The style sheet disables selection outside fields by this attribute. */
const PROTECTED_ATTRIBUTE = 'protected';

/**
 * Keeps people from copying what creators publish, where the operator wants it: no context menu by pointer, no copy, no
 * developer-tool shortcuts, no selection. Fields stay free, and so does what assistive technology does: the menu key and
 * the accessibility tree. It deters and protects nothing; what must not be had is kept on the server.
 * Source: specification 1. A backend that does not know the setting has it on.
 */
export function useContentProtection(): void {
  const isOn = useAppSelector((state) => selectSettings(state).contentProtection ?? true);
  useEffect(() => {
    if (!isOn) return undefined;
    const stopCopy = (event: Event) => {
      if (!isUnprotected(event.target)) event.preventDefault();
    };
    const stopMenu = (event: MouseEvent) => {
      if (isByPointer(event)) stopCopy(event);
    };
    const stopTools = (event: KeyboardEvent) => {
      if (isToolShortcut(event)) event.preventDefault();
    };
    document.documentElement.dataset[PROTECTED_ATTRIBUTE] = '';
    document.addEventListener('contextmenu', stopMenu);
    document.addEventListener('copy', stopCopy);
    document.addEventListener('cut', stopCopy);
    document.addEventListener('keydown', stopTools);
    return () => {
      delete document.documentElement.dataset[PROTECTED_ATTRIBUTE];
      document.removeEventListener('contextmenu', stopMenu);
      document.removeEventListener('copy', stopCopy);
      document.removeEventListener('cut', stopCopy);
      document.removeEventListener('keydown', stopTools);
    };
  }, [isOn]);
}

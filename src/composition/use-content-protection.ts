import { useEffect } from 'react';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Form fields, and texts meant to be copied: addresses, recovery codes, secrets. */
const UNPROTECTED_SELECTOR = 'input, textarea, select, [contenteditable], [data-copyable]';

const isUnprotected = (target: EventTarget | null) =>
  target instanceof Element && target.closest(UNPROTECTED_SELECTOR) !== null;

/**
 * F12, and the shortcuts for developer tools or the page's source on any system. Browsers match the letter (`key`) or the
 * position (`code`): with a Greek or Cyrillic keyboard, or Option on a Mac, the letter differs.
 */
function isToolShortcut({ key, code, ctrlKey, shiftKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key === 'F12' || code === 'F12') return true;
  const isAnyLetter = (letters: string[]) =>
    letters.includes(key.toLowerCase()) || letters.some((letter) => code === `Key${letter.toUpperCase()}`);
  if (ctrlKey && shiftKey) return isAnyLetter(['i', 'j', 'c', 'k']);
  if (metaKey && altKey) return isAnyLetter(['i', 'j', 'c', 'u']);
  return ctrlKey && isAnyLetter(['u']);
}

/** False for the menu key and Shift+F10, which raise the same event: people without a mouse need them. */
const isByPointer = (event: MouseEvent & { pointerType?: string }) => event.button === 2 || Boolean(event.pointerType);

/** With this attribute on the document, the style sheet disables selection outside fields. */
const PROTECTED_ATTRIBUTE = 'protected';

/**
 * Blocks the context menu by pointer, copying, developer-tool shortcuts and selection, unless the operator turns that off.
 * Fields, the menu key and the accessibility tree stay usable. This only deters: the server protects content that must not be
 * copied. Specification 1. On for backends without the setting.
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

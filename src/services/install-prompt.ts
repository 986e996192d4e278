/** https://wicg.github.io/manifest-incubations/#installation-prompts; only in Chromium. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

let prompt: InstallPromptEvent | null = null;

/** `prompt`: the browser can ask. `steps`: only the user can install it, from a menu of the browser. */
export type InstallWay = 'prompt' | 'steps';

/** @returns a function that stops watching */
export function watchInstallWay(onChange: (way: InstallWay | null) => void): () => void {
  const offer = (event: Event) => {
    // Otherwise Chromium asks by itself on the first page.
    event.preventDefault();
    prompt = event as InstallPromptEvent;
    onChange('prompt');
  };
  const withdraw = () => {
    prompt = null;
    onChange(null);
  };
  window.addEventListener('beforeinstallprompt', offer);
  window.addEventListener('appinstalled', withdraw);
  if (isOnApplePhone() && !isInstalled()) onChange('steps');
  return () => {
    window.removeEventListener('beforeinstallprompt', offer);
    window.removeEventListener('appinstalled', withdraw);
  };
}

/** Each event can ask once. */
export async function askToInstall(): Promise<void> {
  const asked = prompt;
  prompt = null;
  await asked?.prompt();
}

const isInstalled = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Browsers on iPhones and iPads have no prompt. An iPad says that it is a Mac, which has no touch screen. */
const isOnApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

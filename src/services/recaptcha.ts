import { outsideAddresses } from '@/config/outside-services';
import { loadOutsideScript } from './outside-scripts';

interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

type RecaptchaWindow = Window & { grecaptcha?: Recaptcha };

/** Milliseconds between looks for a script that is being loaded, and how many. */
const lookEveryMs = 100;
const looks = 100;

/**
 * Asks Google's script for a token.
 *
 * @throws Error when the script does not come within ten seconds: blocked, or no connection.
 */
export async function askRecaptcha(siteKey: string, action: string): Promise<string> {
  loadOutsideScript(`${outsideAddresses.recaptchaScript}?render=${encodeURIComponent(siteKey)}`);
  for (let look = 0; look < looks; look += 1) {
    const { grecaptcha } = window as RecaptchaWindow;
    if (grecaptcha) {
      await new Promise<void>((resolve) => grecaptcha.ready(resolve));
      return grecaptcha.execute(siteKey, { action });
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  throw new Error('The check could not be loaded.');
}

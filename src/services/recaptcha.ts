import { THIRD_PARTY_ADDRESSES } from '@/config/outside-services';
import { loadThirdPartyScript } from './outside-scripts';

interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

type RecaptchaWindow = Window & { grecaptcha?: Recaptcha };

/** Milliseconds between looks for a script that is being loaded, and how many. */
const POLL_INTERVAL_MS = 100;
const MAX_POLLS = 100;

/**
 * Asks Google's script for a token.
 *
 * @throws Error when the script does not come within ten seconds: blocked, or no connection.
 */
export async function requestRecaptchaToken(siteKey: string, action: string): Promise<string> {
  loadThirdPartyScript(`${THIRD_PARTY_ADDRESSES.recaptchaScript}?render=${encodeURIComponent(siteKey)}`);
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const { grecaptcha } = window as RecaptchaWindow;
    if (grecaptcha) {
      await new Promise<void>((resolve) => grecaptcha.ready(resolve));
      return grecaptcha.execute(siteKey, { action });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  throw new Error('The check could not be loaded.');
}

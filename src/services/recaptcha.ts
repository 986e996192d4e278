import { THIRD_PARTY_ADDRESSES } from '@/config/outside-services';
import { loadThirdPartyScript } from './outside-scripts';

interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

type RecaptchaWindow = Window & { grecaptcha?: Recaptcha };

const POLL_INTERVAL_MS = 100;
const MAX_POLLS = 100;

/** @throws Error if Google's script does not load within ten seconds: it is blocked, or there is no connection */
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

import { registerServiceWorker } from './service-worker';

/** `default`: not asked yet. `denied`: only the user can change it, in the browser's settings. */
export type PushPermission = 'unsupported' | 'default' | 'denied' | 'granted';

/** In the form that the API takes. */
export interface DeviceSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const readPushPermission = (): PushPermission => (isSupported() ? Notification.permission : 'unsupported');

/** Browsers ask only during a click. */
export const askPushPermission = (): Promise<PushPermission> => Notification.requestPermission();

/** @param publicKey of the site; a subscription with another key is replaced @throws Error if the browser refuses */
export async function subscribeDevice(publicKey: string): Promise<DeviceSubscription> {
  await registerServiceWorker();
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('There is no service worker');
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && encode(known.options.applicationServerKey) === publicKey) return toDeviceSubscription(known);
  await known?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  return toDeviceSubscription(await pushManager.subscribe(options));
}

function toDeviceSubscription(subscription: PushSubscription): DeviceSubscription {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh, auth } = keys;
  if (!endpoint || !p256dh || !auth) throw new Error('The browser gave no keys');
  return { endpoint, keys: { p256dh, auth } };
}

/** Base64url. */
function encode(bytes: ArrayBuffer | null): string {
  const text = String.fromCodePoint(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Registers `public/sw.js` when the page has loaded, so that it delays nothing. Not in development, where it would outlive the
 * development server.
 */
export async function registerServiceWorker(): Promise<void> {
  if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  try {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  } catch {
    // Refused by the browser's settings, or offline: the site works without it.
  }
}

/** Called after a logout. Ends push messages to this device and closes those on screen: they are for the former account. */
export async function forgetNotifications(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  const subscription = await registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const notification of (await registration.getNotifications?.()) ?? []) notification.close();
}

import { THIRD_PARTY_ADDRESSES } from '@/config/outside-services';

/** Scripts of other houses, each loaded at most once in the life of a page. */
const loaded = new Set<string>();

/**
 * Loads a script of an outside service, once.
 *
 * @param data becomes `data-…` attributes, by which such scripts learn whose page they are on.
 */
export function loadThirdPartyScript(src: string, data: Record<string, string> = {}): void {
  if (loaded.has(src)) return;
  loaded.add(src);
  const script = document.createElement('script');
  script.src = src;
  script.async = true;
  Object.assign(script.dataset, data);
  document.head.append(script);
}

type TagWindow = Window & { dataLayer?: unknown[] };

/** Hands a command to Google's tag, which takes `arguments` objects only and passes over arrays. */
function pushTag(..._command: unknown[]): void {
  const tagWindow = window as TagWindow;
  tagWindow.dataLayer ??= [];
  tagWindow.dataLayer.push(arguments);
}

/** @param code the site's measurement id. Page views are sent by `trackPageView`, so that none counts twice. */
export function loadAnalytics(code: string): void {
  const src = `${THIRD_PARTY_ADDRESSES.analyticsScript}?id=${encodeURIComponent(code)}`;
  if (loaded.has(src)) return;
  pushTag('js', new Date());
  pushTag('config', code, { send_page_view: false, anonymize_ip: true });
  loadThirdPartyScript(src);
}

/** @param path without its query, which may say more about a person than a count of visits needs. */
export function trackPageView(path: string): void {
  pushTag('event', 'page_view', { page_path: path });
}

import { THIRD_PARTY_ADDRESSES } from '@/config/outside-services';

const loaded = new Set<string>();

/** @param data becomes `data-…` attributes, which tell such scripts the site's id */
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

/** Google's script reads only `arguments` objects, not arrays. */
function pushTag(..._command: unknown[]): void {
  const tagWindow = window as TagWindow;
  tagWindow.dataLayer ??= [];
  tagWindow.dataLayer.push(arguments);
}

/** @param code the site's measurement id. Only `trackPageView` sends page views, so that each counts once. */
export function loadAnalytics(code: string): void {
  const src = `${THIRD_PARTY_ADDRESSES.analyticsScript}?id=${encodeURIComponent(code)}`;
  if (loaded.has(src)) return;
  pushTag('js', new Date());
  pushTag('config', code, { send_page_view: false, anonymize_ip: true });
  loadThirdPartyScript(src);
}

/** @param path without the query, which may contain personal data */
export function trackPageView(path: string): void {
  pushTag('event', 'page_view', { page_path: path });
}

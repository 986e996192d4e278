import { cleanHtml } from '@/lib/clean-html';
import type { SiteSettings } from './settings-slice';

const HTML_SETTINGS = ['footerContent', 'userBenefit', 'modelBenefit'] as const;

/** Cleaned texts by what was received: open pages read the settings again and again. */
const cleaned = new Map<string, string>();

/** Cleans the HTML that operators wrote: other backends may not have. The sanitizer is only loaded if there is some. */
export async function cleanSettings<T extends Partial<SiteSettings>>(settings: T): Promise<T> {
  const entries = await Promise.all(
    HTML_SETTINGS.map(async (name) => [name, await cleanOnce(settings[name])] as const),
  );
  return { ...settings, ...Object.fromEntries(entries.filter(([, html]) => html !== undefined)) };
}

async function cleanOnce(html: string | undefined): Promise<string | undefined> {
  if (!html) return html;
  const known = cleaned.get(html);
  if (known !== undefined) return known;
  const result = await cleanHtml(html);
  if (cleaned.size >= 20) cleaned.clear();
  cleaned.set(html, result);
  return result;
}

import type { ComponentType } from 'react';

/** What crawlers and browsers ask for by name, made from what the site is at that moment. */
export type SiteFile = 'robots' | 'manifest' | 'sitemap';

export type SiteFileComponent = ComponentType & { siteFile: SiteFile };

/**
 * Makes a file's address in `pages/`, served before anything is rendered. Not by a rewrite of the configuration: one is
 * enough for Next to send every browser 5 KB that work rewrites out.
 */
export function defineSiteFile(siteFile: SiteFile): SiteFileComponent {
  return Object.assign(() => null, { siteFile });
}

/** Pages for one account or none: nothing in them is for search engines. */
const closed = [
  '/api/',
  '/auth/',
  '/home',
  '/messages',
  '/notification',
  '/payment/',
  '/search',
  '/user/',
  '/wallet',
  '/creator/',
];

/** What crawlers may read. @param siteUrl without a slash at its end */
export function robotsText(siteUrl: string): string {
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

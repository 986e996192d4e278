import { useState } from 'react';
import { isHydrating } from '@/components/hooks/hydration';

export type Thing = { '@type': string } & Record<string, unknown>;

/** Escapes `<`, which could end the script. */
const write = (thing: Thing) =>
  JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', String.raw`\u003c`);

/**
 * JSON-LD for search engines. Only the server writes it, because crawlers do not navigate within the site.
 *
 * @param describe undefined in the browser, `typeof window === 'undefined' ? () => … : undefined`, so that the texts stay out of
 *   its code
 */
export function StructuredData({ describe }: { describe: (() => Thing) | undefined }) {
  const [isWritten] = useState(isHydrating);
  if (!isWritten) return null;
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: describe ? write(describe()) : '' }}
    />
  );
}

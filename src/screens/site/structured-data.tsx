import { useState } from 'react';
import { isHydrating } from '@/components/hooks/hydration';

/** A thing by the words of schema.org. */
export type Thing = { '@type': string } & Record<string, unknown>;

/** Within a script a `<` could end it. */
const write = (thing: Thing) =>
  JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', String.raw`\u003c`);

/**
 * What a page is about, for search engines (JSON-LD). Only the server writes it: who comes from another page of the site is no
 * crawler.
 *
 * @param describe undefined in the browser, `typeof window === 'undefined' ? () => … : undefined`: the words stay out of its
 * code.
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

import { useState } from 'react';
import { isHydrating } from '@/components/hooks/hydration';

export type Thing = { '@type': string } & Record<string, unknown>;

/** Escapes `<`, because `</script>` in a text would end the script. */
const write = (thing: Thing) =>
  JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', String.raw`\u003c`);

/**
 * JSON-LD for search engines. Only the server writes it, because crawlers do not navigate within the site.
 *
 * @param describe `typeof window === 'undefined' ? () => … : undefined`, so that the browser's code does not contain the texts
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

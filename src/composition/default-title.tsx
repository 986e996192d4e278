import Head from 'next/head';
import { memo } from 'react';

/** The title until the page renders its own. Next uses the title that rendered last, so this one renders only once. */
export const DefaultTitle = memo(function DefaultTitle({ siteName }: { siteName: string }) {
  return (
    <Head>
      <title>{siteName}</title>
    </Head>
  );
});

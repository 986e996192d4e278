import Head from 'next/head';
import { memo } from 'react';

/**
 * The title until the page has one of its own. In Next's head the title rendered last counts, so this one must not be
 * rendered again with the frame, which follows every change of the settings.
 */
export const DefaultTitle = memo(function DefaultTitle({ siteName }: { siteName: string }) {
  return (
    <Head>
      <title>{siteName}</title>
    </Head>
  );
});

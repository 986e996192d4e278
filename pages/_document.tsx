import { Head, Html, Main, NextScript } from 'next/document';
import { publicEnvElementId, readPublicEnv } from '@/config/env';

/** Runs before the first paint, so that a chosen theme never flashes. Without a choice the site is light. */
const applyTheme = `try{if(JSON.stringify(localStorage.getItem('theme')).includes('dark'))document.documentElement.dataset.theme='dark'}catch(e){}`;

export default function Document() {
  return (
    <Html lang="en" data-theme="light" suppressHydrationWarning>
      <Head>
        <script dangerouslySetInnerHTML={{ __html: applyTheme }} />
      </Head>
      <body>
        <script
          id={publicEnvElementId}
          type="application/json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(readPublicEnv()).replaceAll('<', '\\u003c') }}
        />
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}

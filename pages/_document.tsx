import { Head, Html, Main, NextScript } from 'next/document';
import { publicEnvElementId, readPublicEnv } from '@/config/env';

/** Runs before the first paint, so that a chosen theme never flashes. Without a choice the site is light. */
const applyTheme = `try{if(JSON.stringify(localStorage.getItem('theme')).includes('dark'))document.documentElement.dataset.theme='dark'}catch(e){}`;

/** The two faces every page opens with: asked for at once, so that text does not jump when they arrive. */
const fonts = [
  new URL('../node_modules/@fontsource-variable/petrona/files/petrona-latin-wght-normal.woff2', import.meta.url).href,
  new URL('../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2', import.meta.url).href,
];

export default function Document() {
  return (
    <Html lang="en" data-theme="light" suppressHydrationWarning>
      <Head>
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
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

import { Head, Html, Main, NextScript } from 'next/document';

/** Runs before the first paint, so that a chosen theme never flashes. */
const applyTheme = `try{var t=localStorage.getItem('theme');if(t!=='light'&&t!=='dark')t=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.dataset.theme=t}catch(e){}`;

export default function Document() {
  return (
    <Html lang="en" data-theme="light" suppressHydrationWarning>
      <Head>
        <script dangerouslySetInnerHTML={{ __html: applyTheme }} />
      </Head>
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}

import NextDocument, {
  Head,
  Html,
  Main,
  NextScript,
  type DocumentContext,
  type DocumentInitialProps,
  type DocumentProps,
} from 'next/document';
import { recordEarlyInput } from '@/composition/input-replay';
import { getNonce } from '@/composition/security-headers';
import { publicEnvElementId, readPublicEnv } from '@/config/env';

/** Runs before the first paint, so that a chosen dark theme does not flash light first. The default is light. */
const applyTheme = `try{if(JSON.stringify(localStorage.getItem('theme')).includes('dark'))document.documentElement.dataset.theme='dark'}catch(e){}`;

/** Fonts that every page preloads, so that text does not move when they arrive. */
const fonts = [
  new URL('../node_modules/@fontsource/petrona/files/petrona-latin-600-normal.woff2', import.meta.url).href,
  new URL('../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2', import.meta.url).href,
];

interface MarkedProps {
  /** Nonce of the response; browsers run no scripts without it. Absent from pages rendered at build time. */
  nonce?: string;
}

export default function Document({ nonce }: DocumentProps & MarkedProps) {
  return (
    <Html lang="en" data-theme="light" suppressHydrationWarning>
      <Head nonce={nonce}>
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: applyTheme + ';' + recordEarlyInput }} />
      </Head>
      <body>
        <script
          id={publicEnvElementId}
          nonce={nonce}
          type="application/json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(readPublicEnv()).replaceAll('<', '\\u003c') }}
        />
        <Main />
        <NextScript nonce={nonce} />
      </body>
    </Html>
  );
}

Document.getInitialProps = async (context: DocumentContext): Promise<DocumentInitialProps & MarkedProps> => ({
  ...(await NextDocument.getInitialProps(context)),
  ...(context.res && { nonce: getNonce(context.res) }),
});

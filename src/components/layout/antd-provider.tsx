import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import enGB from 'antd/locale/en_GB';
import 'dayjs/locale/en-gb';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { antdTheme, type ThemeName } from '@/config/antd-theme';

/** The mark by which this page lets its own inline styles and scripts pass; undefined outside of a browser. */
function readPageNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
}

/** Made by scripts/build-antd-css.mjs. Asked for only by pages that show something of antd. */
const sheet = new URL('../../../styles/generated/antd.css', import.meta.url).href;

/** Without the names "Choose a month" and "Choose a year": a button is called what it shows. */
const locale: Locale = {
  ...enGB,
  DatePicker: enGB.DatePicker && {
    ...enGB.DatePicker,
    lang: { ...enGB.DatePicker.lang, monthSelect: '', yearSelect: '' },
  },
};

/**
 * antd in our colours and theme. For the browser only: load what uses it with `dynamic(..., { ssr: false })`, so that
 * neither the server renders antd nor other pages carry it. What is inside waits until the style sheet is there.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const name = useSyncExternalStore(subscribe, readName);
  const theme = useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    return antdTheme((token) => style.getPropertyValue(`--${token}`).trim(), name);
  }, [name]);
  return (
    <ConfigProvider theme={theme} locale={locale} csp={{ nonce: readPageNonce() }}>
      <link rel="stylesheet" href={sheet} precedence="antd" />
      {children}
    </ConfigProvider>
  );
}

const readName = (): ThemeName => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

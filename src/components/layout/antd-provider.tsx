import { ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import enGB from 'antd/locale/en_GB';
import 'dayjs/locale/en-gb';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { antdTheme, type ThemeName } from '@/config/antd-theme';

/** Nonce of the page's inline styles and scripts; undefined outside the browser. */
function readPageNonce(): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
}

/** Built by scripts/build-antd-css.mjs. Only pages that use antd load it. */
const sheet = new URL('../../../styles/generated/antd.css', import.meta.url).href;

/** Without the names "Choose a month" and "Choose a year": a button's name is its visible text. */
const locale: Locale = {
  ...enGB,
  DatePicker: enGB.DatePicker && {
    ...enGB.DatePicker,
    lang: { ...enGB.DatePicker.lang, monthSelect: '', yearSelect: '' },
  },
};

interface AntdProviderProps {
  /** The console uses too many components for a sheet: there antd adds the styles of each when it is shown. */
  isStyledAtRuntime?: boolean;
  children: ReactNode;
}

/** Load its users with `dynamic(..., { ssr: false })`: neither the server nor other pages may load antd. */
export function AntdProvider({ isStyledAtRuntime = false, children }: AntdProviderProps) {
  const name = useSyncExternalStore(subscribe, readName);
  const theme = useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const theme = antdTheme((token) => style.getPropertyValue(`--${token}`).trim(), name);
    const motion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    return { ...theme, token: { ...theme.token, motion }, zeroRuntime: !isStyledAtRuntime };
  }, [name, isStyledAtRuntime]);
  return (
    <ConfigProvider theme={theme} locale={locale} csp={{ nonce: readPageNonce() }}>
      {!isStyledAtRuntime && <link rel="stylesheet" href={sheet} precedence="antd" />}
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

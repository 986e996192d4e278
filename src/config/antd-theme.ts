import type { ThemeConfig } from 'antd';

export type ThemeName = 'light' | 'dark';

/** Reads a custom property of tokens.css: `surface` returns `#fffdfc`. */
export type ReadToken = (name: string) => string;

/** For servers and build scripts, which have no computed styles. @throws Error for a name that tokens.css lacks */
export function tokensIn(css: string, name: ThemeName): ReadToken {
  const [light = '', dark = ''] = css.split("[data-theme='dark']");
  const getEntries = (text: string) =>
    [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, token = '', value = '']) => [token, value.trim()] as const);
  const ofDark = name === 'dark' ? getEntries(dark.split('@media')[0] ?? '') : [];
  const values = new Map([...getEntries(light), ...ofDark]);
  return (token) => {
    const value = values.get(token);
    if (value === undefined) throw new Error(`styles/tokens.css has no --${token}`);
    return value;
  };
}

/**
 * For ConfigProvider and the script that builds antd's static style sheet. antd computes shades and cannot use `var(...)`, so
 * colors are read from tokens.css.
 *
 * @param read one theme's tokens: `tokensIn(...)`, or the browser's computed style
 */
export function antdTheme(read: ReadToken, name: ThemeName): ThemeConfig {
  return {
    // One key per theme: with a shared key, the old colors stay when the theme changes.
    cssVar: { key: name },
    hashed: false,
    zeroRuntime: true,
    token: { ...accentTokens(read), ...groundTokens(read), ...inkTokens(read), ...meaningTokens(read), ...shape(read) },
    components: componentTokens(read),
  };
}

const accentTokens = (read: ReadToken) => ({
  colorPrimary: read('accent'),
  colorPrimaryHover: read('accent-hover'),
  colorPrimaryActive: read('accent-active'),
  colorPrimaryBg: read('accent-soft'),
  colorPrimaryBgHover: read('accent-soft-hover'),
  colorPrimaryBorder: read('accent'),
  colorPrimaryText: read('accent-ink'),
  colorLink: read('accent-ink'),
  colorLinkHover: read('accent-hover'),
  colorLinkActive: read('accent-active'),
  controlOutline: read('accent-soft'),
  controlItemBgActive: read('accent-soft'),
  // On a darker ground, muted text in a chosen row would be too faint.
  controlItemBgActiveHover: read('accent-soft'),
});

const groundTokens = (read: ReadToken) => ({
  colorBgBase: read('bg'),
  colorBgLayout: read('bg'),
  colorBgContainer: read('surface'),
  colorBgElevated: read('surface'),
  colorBgMask: read('overlay'),
  colorBgContainerDisabled: read('sunken'),
  colorBgSpotlight: read('ink'),
  colorBorder: read('line-strong'),
  colorBorderSecondary: read('line'),
  colorSplit: read('line'),
  colorFill: read('pressed'),
  colorFillSecondary: read('sunken'),
  colorFillTertiary: read('sunken'),
  colorFillQuaternary: read('sunken'),
  colorFillAlter: read('sunken'),
  controlItemBgHover: read('sunken'),
});

const inkTokens = (read: ReadToken) => ({
  colorTextBase: read('ink'),
  colorText: read('ink'),
  colorTextHeading: read('ink'),
  colorTextSecondary: read('ink-2'),
  colorTextTertiary: read('muted'),
  colorTextDescription: read('muted'),
  colorTextPlaceholder: read('muted'),
  colorTextQuaternary: read('muted'),
  colorTextDisabled: read('muted'),
  colorTextLightSolid: read('on-accent'),
  colorIcon: read('muted'),
});

// antd derives borders for a light ground only.
const meaningTokens = (read: ReadToken) => ({
  colorInfo: read('accent-ink'),
  colorInfoBg: read('accent-soft'),
  colorInfoBorder: read('accent-ink'),
  colorError: read('danger-ink'),
  colorErrorBg: read('danger-soft'),
  colorErrorBorder: read('danger-ink'),
  colorSuccess: read('success-ink'),
  colorSuccessBg: read('success-soft'),
  colorSuccessBorder: read('success-ink'),
  colorWarning: read('warn-ink'),
  colorWarningBg: read('warn-soft'),
  colorWarningBorder: read('warn-ink'),
});

const shape = (read: ReadToken) => ({
  controlHeight: 44,
  controlHeightSM: 36,
  controlHeightLG: 52,
  borderRadius: 12,
  borderRadiusSM: 8,
  borderRadiusLG: 18,
  fontFamily: read('font-ui'),
  fontSize: 15,
  lineWidthFocus: 2,
  boxShadow: read('shadow-3'),
  boxShadowSecondary: read('shadow-2'),
  boxShadowTertiary: read('shadow-1'),
});

const componentTokens = (read: ReadToken): ThemeConfig['components'] => ({
  // Not the ground of a row under the mouse, on which it would vanish.
  Tag: { defaultBg: read('pressed') },
  // Nor the ground of tags of that meaning.
  Table: { rowSelectedBg: read('sunken'), rowSelectedHoverBg: read('sunken') },
  Segmented: {
    itemSelectedBg: read('accent'),
    itemSelectedColor: read('on-accent'),
  },
  DatePicker: {
    // Below 16 px, phones zoom in when the field is focused.
    inputFontSize: 16,
    cellHeight: 36,
    cellWidth: 36,
    timeCellHeight: 36,
    timeColumnWidth: 64,
    cellHoverWithRangeBg: read('accent-soft-hover'),
    cellRangeBorderColor: read('accent'),
    errorActiveShadow: `0 0 0 3px ${read('danger-soft')}`,
    activeShadow: `0 0 0 3px ${read('accent-soft')}`,
  },
});

import { getSiteCurrency } from '@contract/base/currency';
import { fromCents, type Cents } from '@contract/base/money';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** For example `$8.50`. */
export const moneyText = (amount: Cents): string => getFormat(getSiteCurrency().code).format(fromCents(amount));

/** Formats by currency; cached, since creating one is slow. */
const formats = new Map<string, Intl.NumberFormat>();

function getFormat(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency });
  formats.set(currency, format);
  return format;
}

/** In UTC, for example `21 December 2026`. */
export const dayText = (at: Date): string => day.format(at);

export interface MailContent {
  to: string;
  subject: string;
  siteName: string;
  paragraphs: readonly string[];
  facts?: readonly (readonly [string, string])[];
  action?: { label: string; url: string };
  footnote?: { label: string; url: string };
  headers?: Readonly<Record<string, string>>;
}

/** Renders a mail as plain text and as equivalent HTML. Escapes all content; opening the mail loads nothing. */
export function composeMail({ to, subject, siteName, paragraphs, facts = [], action, footnote, headers }: MailContent) {
  const inText = (link: MailContent['action']) => (link ? [`${link.label}: ${link.url}`] : []);
  const lines = facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  const text = [...paragraphs, ...(lines ? [lines] : []), ...inText(action), siteName, ...inText(footnote)].join(
    '\n\n',
  );
  const button = action
    ? `<p style="margin:28px 0"><a class="button" href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>` +
      `<p class="quiet" style="${QUIET};word-break:break-all">${escapeHtml(action.url)}</p>`
    : '';
  const small = footnote
    ? ` · <a href="${escapeHtml(footnote.url)}" style="color:inherit">${escapeHtml(footnote.label)}</a>`
    : '';
  const rows = facts
    .map(
      ([label, value]) =>
        `<tr><td class="label" style="${LABEL}">${escapeHtml(label)}</td><td class="value" style="${VALUE}">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  const table = rows && `<table role="presentation" style="width:100%;border-collapse:collapse">${rows}</table>`;
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
  const html =
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>` +
    `<body class="page" style="${PAGE}"><main class="card" style="${CARD}">${body}${table}${button}` +
    `<p class="quiet" style="${QUIET}">${escapeHtml(siteName)}${small}</p></main></body></html>`;
  return { to, subject, text, html, ...(headers && { headers }) };
}

/** For the content of HTML elements and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

// Light colors are inline, since some mail programs drop style sheets. Programs that keep them also get the dark theme.
const PAGE = 'margin:0;padding:24px 16px;background:#f6f4ef;color:#211f1b;font:16px/1.55 Helvetica,Arial,sans-serif';
const CARD =
  'display:block;box-sizing:border-box;max-width:520px;margin:0 auto;padding:28px 24px;background:#fff;border-radius:12px;overflow-wrap:break-word';
const QUIET = 'color:#66635c;font-size:13px';
const LABEL = 'padding:8px 12px 8px 0;border-bottom:1px solid #e7e2d8;color:#66635c';
const VALUE = 'padding:8px 0;border-bottom:1px solid #e7e2d8;text-align:right';
const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:8px;background:#211f1b;color:#fff;text-decoration:none';
const STYLE =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}@media(prefers-color-scheme:dark){' +
  '.page{background:#171614!important;color:#f1eee7!important}.card{background:#22201d!important}' +
  '.quiet,.label{color:#b9b3a8!important}.label,.value{border-color:#4a463f!important}' +
  '.button{background:#f1eee7!important;color:#171614!important}}';

import { escapeHtml } from './compose-mail';

/** A page that a mailed link opens when there is something to decide or to explain. */
export interface MailLinkPage {
  title: string;
  text: string;
  /** Sends the token on by a button. */
  form?: { url: string; token: string; label: string };
  link?: { url: string; label: string };
}

/** Writes it as HTML in the look of the mails. Everything given is escaped, nothing is loaded from elsewhere. */
export function mailLinkPage({ title, text, form, link }: MailLinkPage): string {
  const button = form
    ? `<form method="post" action="${escapeHtml(form.url)}">` +
      `<input type="hidden" name="token" value="${escapeHtml(form.token)}">` +
      `<button type="submit">${escapeHtml(form.label)}</button></form>`
    : '';
  const anchor = link ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>` : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${button}${anchor}</main></body>
</html>
`;
}

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.6 Helvetica,Arial,sans-serif;margin:0;background:#f6f4ef;color:#211f1b}' +
  'main{max-width:32em;margin:15vh auto;padding:0 1.5em}h1{font-size:1.5em}a{color:inherit}' +
  'button{font:inherit;padding:12px 22px;border:0;border-radius:8px;background:#211f1b;color:#fff;cursor:pointer}' +
  '@media(prefers-color-scheme:dark){body{background:#171614;color:#f1eee7}button{background:#f1eee7;color:#171614}}';

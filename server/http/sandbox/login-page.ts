import { escapeHtml } from '../../mail/compose-mail';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { text } from '@contract/base/field-schemas';
import type { ConsumeRateLimit } from '../rate-limits';

export interface SandboxLoginPage {
  company: 'Google' | 'Twitter';
  /** Path to which the form posts the choice and `hidden`. */
  action: string;
  hidden: Readonly<Record<string, string>>;
  people: readonly { value: string; name: string }[];
  /** Field for a person who is not in the list. */
  own: { label: string; type: 'email' | 'text'; hint: string };
  error?: string;
}

/** Escapes all values. The page has no script, and loads nothing from elsewhere. */
export function sandboxLoginPage({ company, action, hidden, people, own, error }: SandboxLoginPage): string {
  const fields = Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const form = (content: string) => `<form method="post" action="${escapeHtml(action)}">${fields}${content}</form>`;
  const choices = people
    .map(
      ({ value, name }) =>
        `<li><button class="person" name="person" value="${escapeHtml(value)}">${escapeHtml(name)}<small>${escapeHtml(value)}</small></button></li>`,
    )
    .join('');
  const problem = error === undefined ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`;
  return document(
    `Sandbox log-in with ${company}`,
    `<p class="note"><strong>Sandbox.</strong> This page stands for ${company}. It is part of this site, no ${company} account is involved, and anybody can be anybody here.</p>
<h1>Who do you want to be?</h1>${problem}
${form(`<ul>${choices}</ul>`)}
<h2>Someone else</h2>
${form(
  `<label>${escapeHtml(own.label)}<input name="own" type="${own.type}" required maxlength="100" autocomplete="off" aria-describedby="hint"></label>
<p id="hint"><small>${escapeHtml(own.hint)}</small></p>
<label>Name<input name="name" type="text" required maxlength="100" autocomplete="off"></label>
<button>Continue</button>`,
)}
${form('<button class="quiet" name="cancel" value="1">Cancel</button>')}`,
  );
}

const sandboxDeadEnd = (webUrl: string, text: string): string =>
  document(
    'This log-in cannot continue',
    `<h1>This log-in cannot continue</h1><p>${escapeHtml(text)}</p><p><a href="${escapeHtml(webUrl)}/auth/login">Back to log in</a></p>`,
  );

const document = (title: string, main: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${main}</main></body>
</html>
`;

const STYLE =
  ':root{color-scheme:light dark;--page:#f6f4ef;--card:#fff;--text:#211f1b;--faint:#5f5b54;--line:#8a857c;--note:#fbeccb;--bad:#a3231b}' +
  '@media(prefers-color-scheme:dark){:root{--page:#171614;--card:#22201d;--text:#f1eee7;--faint:#b9b3a8;--line:#7d776d;--note:#4a3a12;--bad:#ff9c92}}' +
  '*{box-sizing:border-box}body{font:16px/1.5 Helvetica,Arial,sans-serif;margin:0;background:var(--page);color:var(--text)}' +
  'main{max-width:26rem;margin:6vh auto;padding:1.5rem;background:var(--card);border-radius:12px}' +
  'h1{font-size:1.4rem;margin:1.2rem 0 .8rem}h2{font-size:1.05rem;margin:1.6rem 0 .6rem}p{margin:.5rem 0}' +
  '.note{background:var(--note);padding:.7rem .9rem;border-radius:8px;margin:0}.error{color:var(--bad)}' +
  'ul{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}small{color:var(--faint)}' +
  'label{display:block;margin:.6rem 0}input{display:block;width:100%;margin-top:.2rem;font:inherit;padding:.6rem .7rem;border:1px solid var(--line);border-radius:8px;background:var(--page);color:inherit}' +
  'button{font:inherit;width:100%;min-height:44px;padding:.6rem 1rem;border:0;border-radius:8px;background:var(--text);color:var(--card);cursor:pointer}' +
  '.person{text-align:left;background:none;color:inherit;border:1px solid var(--line)}.person small{display:block;overflow-wrap:anywhere}' +
  '.quiet{margin-top:.6rem;background:none;color:inherit}a{color:inherit}:focus-visible{outline:3px solid #4c8bf5;outline-offset:2px}';

export interface SandboxPerson {
  name: string;
  email: string;
  handle: string;
}

export interface SandboxSite {
  people: readonly SandboxPerson[];
  consumeRateLimit: ConsumeRateLimit;
  /** Base URL of the web app, to which alone the page may redirect. */
  webUrl: string;
}

/** Somebody from the list, somebody else, or a cancellation. */
export const SandboxChoice = z.object({
  person: text(254).optional(),
  own: text(254).optional(),
  name: text(100).optional(),
  cancel: text(10).optional(),
});

/** Prevents caching, referrers and framing, because responses contain credentials. */
export function guardSandbox(reply: FastifyReply, webUrl: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      // Browsers also apply `form-action` to redirects that follow the form.
      `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self' ${new URL(webUrl).origin}; frame-ancestors 'none'; base-uri 'none'`,
    );
}

export const sendSandboxPage = (reply: FastifyReply, webUrl: string, html: string): FastifyReply =>
  guardSandbox(reply, webUrl).type('text/html; charset=utf-8').send(html);

export const sendDeadEnd = (reply: FastifyReply, webUrl: string, why: string): FastifyReply =>
  sendSandboxPage(reply.status(400), webUrl, sandboxDeadEnd(webUrl, why));

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../mail/compose-mail';
import { handleUnknownRoute } from '../error-handler';

interface Entry {
  channel: 'mail' | 'sms';
  sentAt: string;
  to: string;
  subject?: string;
  text: string;
}

const MOST = 50;

/**
 * Only for this machine, because the mails and texts contain codes and links that open accounts. Checks the host name, against
 * DNS rebinding.
 */
export function registerOutbox(
  http: FastifyInstance,
  { read, url }: { read(most: number): Promise<readonly Entry[]>; url: string },
): void {
  const isAtTheMachine = ({ ip, host }: FastifyRequest) =>
    /^(127\.|::1$|::ffff:127\.)/.test(ip) && host === new URL(url).host;

  http.get('/sandbox/outbox', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    if (!isAtTheMachine(request)) return handleUnknownRoute(request, reply);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'",
      )
      .send(page(await read(MOST)));
  });
}

const page = (entries: readonly Entry[]) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<title>Outbox of the sandbox</title><style>${STYLE}</style></head>
<body><main><h1>Outbox of the sandbox</h1>
<p>Emails and texts that nobody delivered, the newest first. Only whoever sits at this machine sees them.</p>
${entries.length === 0 ? '<p>Nothing was sent yet.</p>' : entries.map(article).join('\n')}
</main></body>
</html>
`;

const article = ({ channel, sentAt, to, subject, text }: Entry) =>
  `<article><h2>${escapeHtml(subject ?? 'Text message')}</h2><p><small>${channel === 'sms' ? 'Text' : 'Email'} to ${escapeHtml(to)}, <time datetime="${escapeHtml(sentAt)}">${escapeHtml(sentAt.slice(0, 19).replace('T', ' '))} UTC</time></small></p><p class="text">${linked(text)}</p></article>`;

const linked = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

const STYLE =
  ':root{color-scheme:light dark;--page:#f6f4ef;--card:#fff;--text:#211f1b;--faint:#5f5b54}' +
  '@media(prefers-color-scheme:dark){:root{--page:#171614;--card:#22201d;--text:#f1eee7;--faint:#b9b3a8}}' +
  'body{font:16px/1.5 Helvetica,Arial,sans-serif;margin:0;background:var(--page);color:var(--text)}' +
  'main{max-width:44rem;margin:0 auto;padding:1.5rem}h1{font-size:1.4rem}h2{font-size:1.05rem;margin:0}p{margin:.5rem 0}' +
  'article{background:var(--card);border-radius:12px;padding:1rem 1.2rem;margin:1rem 0}small{color:var(--faint)}' +
  '.text{white-space:pre-wrap;overflow-wrap:anywhere}a{color:inherit}';

import { createHash } from 'node:crypto';
import { escapeXml } from './sitemap';
import { writeStandalonePage } from './standalone-page';

/** Names of parts in the words of the people who use them, in the order of the page. Internals stay in the console. */
const partNames = {
  database: 'Accounts, posts and messages',
  payments: 'Payments and payouts',
  media: 'Photos and videos after an upload',
  live: 'Live shows',
  mail: 'Emails',
  jobs: 'Scheduled posts, reminders and data exports',
} as const;
type Part = keyof typeof partNames;

const stateNames = { ok: 'Working', slow: 'Slower than usual', down: 'Not working' } as const;
type PartState = keyof typeof stateNames;

export interface SiteStatus {
  siteName: string;
  /** Null if the API does not say how its parts are, as other backends. */
  parts: Partial<Record<Part, PartState>> | null;
  isApiDown: boolean;
  isMaintenance: boolean;
  checkedAt: Date;
}

/** Reads the reply of `/health`, and leaves out parts and states that this page does not know. */
export function readParts(reply: unknown): SiteStatus['parts'] {
  const told: unknown = typeof reply === 'object' && reply !== null && 'parts' in reply ? reply.parts : undefined;
  if (typeof told !== 'object' || told === null) return null;
  const isKnown = (entry: [string, unknown]): entry is [Part, PartState] =>
    entry[0] in partNames && typeof entry[1] === 'string' && entry[1] in stateNames;
  return Object.fromEntries(Object.entries(told).filter(isKnown));
}

function getSummary({ parts, isApiDown, isMaintenance }: SiteStatus): [title: string, text: string] {
  const states = Object.values(parts ?? {});
  if (isMaintenance) return ['We’re doing some maintenance', 'Your wallet, messages and subscriptions are safe.'];
  if (isApiDown || states.includes('down'))
    return ['The site is not working right now', 'Something broke on our side. Nothing you did is lost.'];
  if (states.includes('slow')) return ['Something is slower than usual', 'Nothing is lost. Please give it some time.'];
  return ['Everything is working', 'If something does not work for you, please write to us.'];
}

function writeRows({ parts, isApiDown }: SiteStatus): string {
  const known = isApiDown ? Object.fromEntries(Object.keys(partNames).map((part) => [part, 'down' as const])) : parts;
  if (!known) return row('The whole site', 'ok');
  return (Object.keys(partNames) as Part[])
    .flatMap((part) => (known[part] ? [row(partNames[part], known[part])] : []))
    .join('');
}

const row = (name: string, state: PartState) =>
  `<div class="row"><dt>${name}</dt><dd class="${state}">${stateNames[state]}</dd></div>`;

/** Applies the visitor's theme, which only the browser stores, before the page is drawn. */
const applyTheme = `try{if(JSON.stringify(localStorage.getItem('theme')).includes('dark'))document.documentElement.dataset.theme='dark'}catch(e){}`;

/** Allows the script above and nothing else. */
export const statusPolicy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(applyTheme).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const style = `
:root{color-scheme:light;--bg:#fbf5f3;--surface:#fffdfc;--ink:#241a17;--muted:#6f5f58;--line:#ebdfd9;--link:#14543f;--ok:#335e1a;--slow:#7a4900;--down:#a01c37;--focus:4px}
[data-theme=dark]{color-scheme:dark;--bg:#171210;--surface:#211a17;--ink:#f7eee9;--muted:#b3a299;--line:#352b27;--link:#9fd6bb;--ok:#a9d68a;--slow:#f0c27a;--down:#ff9fae}
main{max-width:640px;margin:0 auto;padding:clamp(24px,8vw,72px) 16px}
h1{margin:0 0 8px;font:600 clamp(1.65rem,1.5rem + .68vw,1.95rem)/1.2 Georgia,serif}
p{margin:0 0 16px}
.muted{color:var(--muted);font-size:.875rem}
dl{margin:24px 0;padding:4px 20px;background:var(--surface);border:1px solid var(--line);border-radius:18px}
.row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:12px 0}
.row+.row{border-top:1px solid var(--line)}
dt,dd{margin:0}
dd{font-weight:600}
.ok{color:var(--ok)}.slow{color:var(--slow)}.down{color:var(--down)}
a{display:inline-block;padding:10px 0;margin-inline-end:24px;color:var(--link);text-underline-offset:3px}
`;

export function writeStatusPage(status: SiteStatus): string {
  const [title, text] = getSummary(status);
  const name = escapeXml(status.siteName);
  const time = status.checkedAt.toISOString();
  return writeStandalonePage({
    title: `Status · ${name}`,
    style,
    head: `<meta name="description" content="How the parts of ${name} are working right now.">
<script>${applyTheme}</script>
`,
    main: `<h1>${title}</h1>
<p>${text}</p>
<dl>${writeRows(status)}</dl>
<p class="muted">Checked at <time datetime="${time}">${time.slice(11, 16)} UTC</time>.</p>
<p><a href="/status">Check again</a><a href="/contact">Contact</a><a href="/">${name}</a></p>`,
  });
}

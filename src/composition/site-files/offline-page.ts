import { escapeXml } from './sitemap';
import { writeStandalonePage } from './standalone-page';

const mark =
  '<svg viewBox="0 0 34 36" width="44" height="47" aria-hidden="true"><ellipse class="a" cx="13.5" cy="17" rx="12.5" ry="16.5"/><ellipse class="b" cx="24.5" cy="22" rx="8.5" ry="12"/><path class="c" d="M17.7 14.9c-1.1 2-1.7 4.5-1.7 7.1 0 3.7 1.2 7 3.1 9.2 4.1-2.9 6.9-8.2 6.9-14.2 0-2.5-.5-4.9-1.3-7h-.2c-2.7 0-5.2 1.9-6.8 4.9Z"/></svg>';

/** The page that the service worker keeps. "Try again" is a link to the page's own address. */
export function writeOfflinePage(siteName: string): string {
  const name = escapeXml(siteName);
  return writeStandalonePage({
    title: `You’re offline · ${name}`,
    style,
    main: `${mark}
<h1>You’re offline</h1>
<p>${name} needs a connection. Check yours and try again. Nothing you did is lost.</p>
<a href="">Try again</a>`,
  });
}

const style = `
:root{color-scheme:light;--bg:#f8dfd5;--ink:#241a17;--ink-2:#4b3e39;--accent:#14543f;--on-accent:#fffdfc;--gift:#f3be57;--focus:999px}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#3a261e;--ink:#f7eee9;--ink-2:#daccc5;--accent:#8fc9ac;--on-accent:#0a2a1e}}
main{display:grid;place-items:center;align-content:center;gap:16px;min-height:100vh;min-height:100dvh;padding:40px 20px;text-align:center}
h1{margin:0;font:600 clamp(2rem,1.8rem + 1.1vw,2.6rem)/1.08 'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif;letter-spacing:-.018em}
p{margin:0;max-width:46ch;color:var(--ink-2);overflow-wrap:anywhere}
a{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border-radius:999px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
.a{fill:var(--accent)}
.b{fill:var(--gift)}
.c{fill:var(--bg)}
`;

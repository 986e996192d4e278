import type { APIResponse, Browser } from '@playwright/test';
import { enter, makeFan } from './accounts';
import { expect, test } from './fixtures';

function readPolicy(reply: Pick<APIResponse, 'headers'>): Record<string, string> {
  const directives = (reply.headers()['content-security-policy'] ?? '').split('; ');
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/s) as [string, string]));
}

const readNonce = (reply: Pick<APIResponse, 'headers'>): string =>
  /'nonce-([\w-]{22})'/.exec(readPolicy(reply)['script-src'] ?? '')?.[1] ?? 'none';

test('every response that a browser can render has a content security policy', async ({ request }) => {
  for (const [path, status] of [
    ['/', 200],
    ['/demo-creator', 200],
    ['/auth/login', 200],
    ['/nobody-is-called-this', 404],
    ['/%E0%A4%A', 400],
    ['/home', 302],
  ] as const) {
    const reply = await request.get(path, { maxRedirects: 0 });
    expect([path, reply.status()]).toEqual([path, status]);
    expect(reply.headers()).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
    });
    const policy = readPolicy(reply);
    expect(policy).toMatchObject({
      'script-src-attr': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(policy['script-src']).toMatch(/^'nonce-[\w-]{22}' 'strict-dynamic' 'self'/);
    expect(policy['script-src']).not.toContain('unsafe-inline');
    // React's development tools use eval.
    const isBuilt = !(await reply.text()).includes('"buildId":"development"') && status !== 302;
    if (isBuilt) expect(policy['script-src']).not.toContain('unsafe-eval');
  }
  expect(readPolicy(await request.get('/favicon.svg'))['default-src']).toBe("'none'");
});

// Promises F-4.
test('only scripts with the response’s nonce run, and pages cause no policy violations', async ({ page }) => {
  const paths = ['/', '/creator', '/demo-creator', '/auth/login', '/auth/fan-register', '/contact', '/', '/'];
  const nonces = new Set<string>();
  // A violation is logged as a console error, which fails any test.
  for (const path of paths) {
    const reply = await page.goto(path);
    if (!reply) throw new Error(`${path}: no response`);
    const nonce = readNonce({ headers: () => reply.headers() });
    const tags = (await reply.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(3);
    // Structured data needs no nonce: browsers do not run it.
    const run = tags.filter((tag) => !tag.includes('type="application/ld+json"'));
    expect(run.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(paths.length);
});

test('guests who are served the same cached page each get their own nonce', async ({ request }) => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => request.get('/creator')));
  const pages = await Promise.all(
    replies.map(async (reply) => ({ nonce: readNonce(reply), html: await reply.text() })),
  );
  expect(new Set(pages.map(({ nonce }) => nonce)).size).toBe(replies.length);
  for (const { nonce, html } of pages) {
    const marks = [...html.matchAll(/nonce="([^"]*)"/g)].map(([, mark]) => mark);
    expect(new Set(marks)).toEqual(new Set([nonce]));
  }
});

/** Markup that an attacker might have injected into a page. */
const smuggled = (nonce: string) => `
  <base href="https://elsewhere.test/">
  <script>window.ran = 'script'</script>
  <script nonce="${nonce}">window.ran = 'script with the nonce of an earlier reply'</script>
  <script src="data:text/javascript,window.ran='address'"></script>
  <img src="data:," onerror="window.ran = 'attribute'" alt="">
  <iframe srcdoc="<script>parent.ran = 'frame'</script>"></iframe>
  <object data="data:text/html,x"></object>`;

async function openWith(browser: Browser, baseURL: string | undefined, html: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.route('**/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<div id="__next">', `${html}<div id="__next">`);
    await route.fulfill({ response, body });
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { page, complaints, close: () => context.close() };
}

// Promises F-4.
test('a script injected by an author does not run', async ({ browser, baseURL, request }) => {
  const earlier = readNonce(await request.get('/'));
  const { page, complaints, close } = await openWith(browser, baseURL, smuggled(earlier));
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Waits until the image has failed to load: only then could its handler run.
  await page.evaluate(
    () =>
      new Promise((failed) => {
        document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.ran = \'later\'" alt="">');
        document.body.lastElementChild?.addEventListener('error', failed, { once: true });
      }),
  );
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.evaluate(() => document.baseURI)).not.toContain('elsewhere');
  // Each violation must have been logged as a console error, because that is what fails other tests.
  for (const directive of ['script-src', 'script-src-attr', 'base-uri', 'object-src']) {
    const refused = () => complaints.some((text) => text.includes(`${directive} '`));
    await expect.poll(refused, { message: directive }).toBe(true);
  }
  await close();
});

test('I-2: a logged-in page puts its token into no URL', async ({ page, context, baseURL, request }) => {
  const { token } = await makeFan(request);
  await enter(context, baseURL, token);
  const addresses: string[] = [];
  page.on('request', (asked) => addresses.push(asked.url()));
  const answers: string[] = [];
  page.on('websocket', (socket) => {
    addresses.push(socket.url());
    if (!socket.url().includes('/socket.io/')) return;
    socket.on('framereceived', ({ payload }) => answers.push(String(payload)));
  });
  await page.goto('/home');
  // Checks once the socket is logged in.
  await expect.poll(() => answers.join('\n')).toContain('"ok":true');
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);
});

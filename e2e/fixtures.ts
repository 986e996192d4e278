import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test as base, type Browser, type Locator, type Page, type Request } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const demoPassword = 'demo-password';

export interface Watch {
  /** Lets requests fail with this status if their URL contains the text. */
  expectRefusal(status: number, address: string): void;
  /** Lets requests go without a response if their URL contains the text. */
  expectLost(address: string): void;
}

/** The browser aborts requests when their page is left. */
const isAborted = (text: string) => text.includes('net::ERR_ABORTED');

/** The browser blocks a cross-origin image request that is answered with an error in JSON, and reports no response. */
const isKeptFromPage = (text: string) => text.includes('net::ERR_BLOCKED_BY_ORB');

const watched = ['console', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'] as const;

/** Requests that change something on the server, without those of the socket, which no user triggers. */
const isWrite = (request: Request) =>
  !['GET', 'HEAD', 'OPTIONS'].includes(request.method()) && !request.url().includes('/socket.io/');

/**
 * Before a test leaves the page, waits for the responses to all writes. A page load aborts requests; on a busy machine, the
 * very write that the test checks next would be lost. Tests that leave early on purpose call `expectLost`.
 * @param unanswered running writes, except those that may be lost
 */
function leaveWhenAnswered(page: Page, unanswered: () => Request[]): void {
  const { goto, reload, close } = page;
  const names = () => unanswered().map((request) => `${request.method()} ${request.url()}`);
  const answered = () => expect.poll(names, { message: 'no write is under way when the page is left' }).toEqual([]);
  page.goto = async (...given) => answered().then(() => goto.apply(page, given));
  page.reload = async (...given) => answered().then(() => reload.apply(page, given));
  page.close = async (...given) => answered().then(() => close.apply(page, given));
}

function watch(page: Page): { complaints: string[]; unanswered: Set<Request>; stop(): void } & Watch {
  const complaints: string[] = [];
  const expected: { status: number; address: string }[] = [];
  const lost: string[] = [];
  const unanswered = new Set<Request>();
  const mayBeLost = (request: Request) => lost.some((address) => request.url().includes(address));
  leaveWhenAnswered(page, () => [...unanswered].filter((request) => isWrite(request) && !mayBeLost(request)));
  page.on('requestfinished', (request) => void unanswered.delete(request));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    // The browser logs every failed request; the handler for `response` checks them.
    if (message.text().startsWith('Failed to load resource')) return;
    complaints.push(`console: ${message.text()} (${url})`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    unanswered.delete(request);
    const reason = request.failure()?.errorText ?? '';
    const isRefusal = isKeptFromPage(reason) && expected.some(({ address }) => request.url().includes(address));
    if (!isAborted(reason) && !isRefusal && !mayBeLost(request))
      complaints.push(`request: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('request', (request) => {
    unanswered.add(request);
    // Requests still running at a logout are rejected; users never see that.
    if (request.url().endsWith('/auth/logout')) expected.push({ status: 401, address: new URL(request.url()).origin });
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    const known = expected.some(
      ({ status, address }) => status === response.status() && response.url().includes(address),
    );
    if (!known) complaints.push(`response: ${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return {
    complaints,
    unanswered,
    expectRefusal: (status, address) => void expected.push({ status, address }),
    expectLost: (address) => void lost.push(address),
    // If another test continues with this page, only that test watches it.
    stop() {
      for (const event of watched) page.removeAllListeners(event);
      unanswered.clear();
    },
  };
}

export const test = base.extend<{ refusals: Watch }>({
  refusals: [
    async ({ page }, use) => {
      tapWhereThereAreFingers(page);
      const { complaints, unanswered, stop, ...expectations } = watch(page);
      await use(expectations);
      if (test.info().status !== test.info().expectedStatus)
        for (const request of unanswered) complaints.push(`no answer: ${request.method()} ${request.url()}`);
      stop();
      expect(complaints, 'nothing went wrong in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Types as a user does. All tests type this way: setting a value would work even in a field that ignores keys. */
export async function type(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  await field.click();
  await expect(field).toBeFocused();
  // The caret appears with the next frame; on a busy machine, keys pressed earlier are lost.
  await field.evaluate((element) => new Promise((done) => requestAnimationFrame(() => done(element.clientHeight))));
  // A tap can focus a text area without placing a caret in it, and then keys are lost.
  await field.evaluate((element) => 'select' in element && (element as HTMLInputElement).select());
  const isEmpty = (await field.inputValue()) === '';
  // Keys go to the focused element, as in real use. A locator might no longer match once its text changes.
  if (!isEmpty) await keyboard.press('ControlOrMeta+a');
  if (!isEmpty) await keyboard.press('Delete');
  await keyboard.type(text);
}

/** Chooses in a select of antd, as the console has. */
export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click();
}

/** Sets the browser's own time field, whose keys differ by language. @param time `18:00` */
export async function chooseTime(field: Locator, time: string): Promise<void> {
  await field.fill(time);
}

/** On touch screens, makes clicks taps, which send other events in another order. Tests say `click` for every device. */
function tapWhereThereAreFingers(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('body')) as Locator & { taps?: true };
  if (locators.taps) return;
  const { click, check, uncheck } = locators;
  const isFinger = () => test.info().project.use.hasTouch === true;
  // Playwright considers an element stable after two equal frames; on a busy machine, a dialog's transition may not even have
  // started then.
  const tapWhenItRests = async (locator: Locator, options?: Parameters<Locator['tap']>[0]) => {
    const waitForRest = async (element: Element) => {
      // antd marks what is opening, and begins to move it in one of the next frames.
      const isOpening = () => element.closest('[class*="-appear"], [class*="-enter"]') !== null;
      while (isOpening()) await new Promise((resolve) => requestAnimationFrame(resolve));
      const moving = element.closest('dialog')?.getAnimations({ subtree: true }) ?? [];
      const ending = moving.filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map((animation) => animation.finished));
    };
    await locator.evaluate(waitForRest, undefined, { timeout: options?.timeout });
    await locator.tap(options);
  };
  const set = async (locator: Locator, isOn: boolean) => {
    if ((await locator.isChecked()) !== isOn) await tapWhenItRests(locator);
    await expect(locator).toBeChecked({ checked: isOn });
  };
  Object.assign(locators, {
    taps: true,
    click(this: Locator, options?: Parameters<Locator['click']>[0]) {
      return isFinger() ? tapWhenItRests(this, options) : click.call(this, options);
    },
    check(this: Locator, options?: Parameters<Locator['check']>[0]) {
      return isFinger() ? set(this, true) : check.call(this, options);
    },
    uncheck(this: Locator, options?: Parameters<Locator['uncheck']>[0]) {
      return isFinger() ? set(this, false) : uncheck.call(this, options);
    },
  });
}

export async function fillFanSignUp(
  page: Page,
  { name, username, password = 'a few words in a row' }: { name: string; username: string; password?: string },
): Promise<void> {
  await type(page.getByLabel('Your name'), name);
  await type(page.getByLabel('Username'), username);
  await type(page.getByLabel('Email', { exact: true }), `${username}@example.test`);
  await type(page.getByLabel('Password', { exact: true }), password);
  await page.getByLabel('I am 18 or older').check();
}

export async function logIn(page: Page, username: string): Promise<void> {
  await page.goto('/auth/login');
  await type(page.getByLabel('Email or username'), username);
  await type(page.getByLabel('Password', { exact: true }), demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  // Once the page has loaded, a test can leave it without interrupting requests.
  await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).first()).toBeVisible();
}

export async function openOther(
  browser: Browser,
  baseURL: string | undefined,
): Promise<{ page: Page; close(): Promise<void> } & Watch> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const { complaints, stop: _never, ...expectations } = watch(page);
  return {
    page,
    ...expectations,
    async close() {
      await context.close();
      expect(complaints, 'nothing went wrong in the other browser').toEqual([]);
    },
  };
}

interface AxeViolation {
  id: string;
  impact: string | null;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** On phones one theme: colors do not depend on the size. */
const themesHere = () => (test.info().project.use.isMobile ? ['dark'] : ['light', 'dark']);

/** Finds serious axe violations and horizontal scrolling. */
export async function expectAccessible(page: Page, themes = themesHere()): Promise<void> {
  await page.evaluate(axeSource);
  for (const theme of themes) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    // Waits for colors to change (120 ms), but at most a second: endless animations and those of removed elements never finish.
    await page.evaluate(() => {
      const done = Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
      return Promise.race([done.then(() => null), new Promise((resolve) => setTimeout(resolve, 1000))]);
    });
    // Even with reduced motion, a transition takes a frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // The second theme differs only in its colors.
    const rules = theme === themes[0] ? '' : ", runOnly: ['color-contrast', 'link-in-text-block']";
    const violations = await page.evaluate<AxeViolation[]>(
      `axe.run({ exclude: ['nextjs-portal'] }, { resultTypes: ['violations']${rules} }).then(({ violations }) => violations)`,
    );
    const grave = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) => `${theme}: ${id} at ${JSON.stringify(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`,
      );
    expect(grave).toEqual([]);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels the page scrolls sideways').toBeLessThanOrEqual(0);
}

export const fresh = (prefix: string): string =>
  `${prefix}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

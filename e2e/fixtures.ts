import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test as base, type Browser, type Locator, type Page, type Request } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every demo account has it; the README names it. */
export const demoPassword = 'demo-password';

export interface Watch {
  /** Refusals that a journey provokes on purpose: the status and a part of the address. */
  expectRefusal(status: number, address: string): void;
  /** Calls whose answer a journey loses on purpose: a part of the address. */
  expectLost(address: string): void;
}

/** Failures that belong to a page that is being left: the browser stops what it was fetching. */
const isAborted = (text: string) => text.includes('net::ERR_ABORTED');

/** The browser keeps the JSON of a refused picture from a page of another origin, and tells of no answer then. */
const isKeptFromPage = (text: string) => text.includes('net::ERR_BLOCKED_BY_ORB');

const watched = ['console', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'] as const;

/** Requests that change something on the server. The socket's own are not among them: nobody presses those. */
const isWrite = (request: Request) =>
  !['GET', 'HEAD', 'OPTIONS'].includes(request.method()) && !request.url().includes('/socket.io/');

/**
 * Lets a journey leave a page only when all that it pressed is answered: a page load ends what is under way, and on a busy
 * machine that is the very write that the journey goes on to look for. Who leaves in the middle on purpose expects the
 * answer to be lost.
 *
 * @param unanswered the writes under way, of which those that may be lost are left out.
 */
function leaveWhenAnswered(page: Page, unanswered: () => Request[]): void {
  const { goto, reload, close } = page;
  const names = () => unanswered().map((request) => `${request.method()} ${request.url()}`);
  const answered = () => expect.poll(names, { message: 'no write is under way when the page is left' }).toEqual([]);
  page.goto = async (...given) => answered().then(() => goto.apply(page, given));
  page.reload = async (...given) => answered().then(() => reload.apply(page, given));
  page.close = async (...given) => answered().then(() => close.apply(page, given));
}

/**
 * Lets any console error, uncaught error or failed request end the journey as failed.
 *
 * @returns the complaints so far, the requests under way, the way to expect one, and the end of it.
 */
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
    // The browser itself reports each refused request; `response` below judges those.
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
    // What the page is still fetching when somebody logs out is refused, and nobody sees it.
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
    // A page that another journey goes on with tells only that one.
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
      // What a journey waited for in vain may be one of these.
      if (test.info().status !== test.info().expectedStatus)
        for (const request of unanswered) complaints.push(`no answer: ${request.method()} ${request.url()}`);
      stop();
      expect(complaints, 'nothing went wrong in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Writes into a field as a person does: goes there, takes out what is in it, presses one key after the other. The only way
 * that journeys write: setting a value at once would pass where nobody could type.
 */
export async function type(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  await field.click();
  await expect(field).toBeFocused();
  // The caret stands with the next frame: on a busy machine keys that come before it are lost.
  await field.evaluate((element) => new Promise((done) => requestAnimationFrame(() => done(element.clientHeight))));
  // A tap can move the focus to a text area and leave the caret where it was: then keys reach nobody.
  await field.evaluate((element) => 'select' in element && (element as HTMLInputElement).select());
  const isEmpty = (await field.inputValue()) === '';
  // Keys go to what has the focus, as they do in life: not to the field by its name, which may go with its words.
  if (!isEmpty) await keyboard.press('ControlOrMeta+a');
  if (!isEmpty) await keyboard.press('Delete');
  await keyboard.type(text);
}

/** Sets a field that opens the browser's own clock, which has other keys in each language. @param time `18:00` */
export async function chooseTime(field: Locator, time: string): Promise<void> {
  await field.fill(time);
}

/**
 * Where there is a finger and no mouse, what a journey clicks is tapped: phones send other events, in another order.
 * Playwright has two words for it; journeys say `click`, whatever they run on.
 */
function tapWhereThereAreFingers(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('body')) as Locator & { taps?: true };
  if (locators.taps) return;
  const { click, check, uncheck } = locators;
  const isFinger = () => test.info().project.use.hasTouch === true;
  // Playwright takes what stands still for two frames as at rest; on a busy machine a sheet does so before it begins to
  // slide in. A person waits until it is there.
  const tapWhenItRests = async (locator: Locator, options?: Parameters<Locator['tap']>[0]) => {
    const waitForRest = async (element: Element) => {
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

/** Fills in the form of a new fan; whoever calls it presses the button. */
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

/** Logs in by the form and waits for the account's home. */
export async function logIn(page: Page, username: string): Promise<void> {
  await page.goto('/auth/login');
  await type(page.getByLabel('Email or username'), username);
  await type(page.getByLabel('Password', { exact: true }), demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  // The page behind the log-in is there, so that leaving it again interrupts nothing.
  await expect(page.getByRole('navigation', { name: 'Main' }).filter({ visible: true }).first()).toBeVisible();
}

/** A second person in a browser of their own, held to the same rules. */
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

/**
 * axe finds nothing serious or critical on the page as it stands, and nothing scrolls sideways. The desktop looks in both
 * themes, the phone in the dark one: colours do not change with the size, what is shown does.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  const themes = test.info().project.use.isMobile ? ['dark'] : ['light', 'dark'];
  for (const theme of themes) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    // Colours change over 120 ms: measured in between they would be wrong. An element that leaves the page meanwhile, or
    // one that turns for ever, never says that it is done.
    await page.evaluate(() => {
      const done = Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)));
      return Promise.race([done.then(() => null), new Promise((resolve) => setTimeout(resolve, 1000))]);
    });
    // Motion that takes no time, for who wants none, still takes a frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // All but the colours is the same in the second theme.
    const rules = theme === themes[0] ? '' : ", runOnly: ['color-contrast', 'link-in-text-block']";
    // The mark that Next's development server adds is not ours.
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

/** A name nobody has yet. */
export const fresh = (prefix: string): string =>
  `${prefix}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

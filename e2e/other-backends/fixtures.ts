import { expect, test as base } from '../fixtures';
import type { CallRecord } from '../mock-api/state';
import { profiles, type Profile, type ProfileName } from '../mock-api/profiles';
import { connectMock, type Mock } from './mock';
import { specifiedCalls } from '../../tests/contract/specified-calls';

/** Compatible backends have these uploads under `…/upload`, which the specification leaves out. */
const uploads = new Set(
  ['avatar', 'cover', 'welcome-video', 'documents', 'welcome-message-photo', 'welcome-message-video'].map(
    (part) => `POST /performers/${part}`,
  ),
);

/** The calls of the compatible API. Without extensions, the app may make no others. */
const familyCalls: readonly string[] = [
  ...Object.values(specifiedCalls)
    .flat()
    .map((call) => (uploads.has(call) ? `${call}/upload` : call)),
  'POST /performers/documents/upload/{type}',
];

export { expect, openOther, type, type Watch } from '../fixtures';

export interface BackendOptions {
  profileName: ProfileName;
}

interface Fixtures {
  profile: Profile;
  mock: Mock;
  expected: { status: number; path: string }[];
  expectRefused(status: number, ...paths: string[]): void;
}

/** Missing in older backends: the app requests each once, then hides the tabs. */
export const assetSearches = ['videos', 'galleries', 'products'].map((kind) => `/performer-assets/${kind}/search`);

const shapes = familyCalls.map((call) => {
  const [method, path = ''] = call.split(' ');
  return { method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

const isOfFamily = (call: CallRecord) =>
  shapes.some(({ method, path }) => method === call.method && path.test(call.path));

const complaints = ['did not load', 'Something went wrong', '$NaN', 'undefined', 'Invalid Date'];

/** Checks the page after each change and reports these words to the console, which fails the test. */
function watchWords(words: string[]): void {
  const seen = new Set<string>();
  const read = () => {
    const text = document.body?.innerText ?? '';
    for (const word of words) {
      const at = text.indexOf(word);
      if (at < 0 || seen.has(word)) continue;
      seen.add(word);
      console.error(`on screen: ${text.slice(Math.max(0, at - 60), at + 60).replaceAll('\n', ' ')}`);
    }
  };
  let isDue = false;
  const changed = new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      read();
    });
  });
  changed.observe(document, { subtree: true, childList: true, characterData: true });
}

/** Also fails on calls outside the compatible API and on unexpected error responses. */
export const test = base.extend<BackendOptions & Fixtures>({
  profileName: ['later', { option: true }],
  profile: async ({ profileName }, provide) => provide(profiles[profileName]),
  expected: async ({ baseURL: _none }, provide) => provide([]),
  expectRefused: async ({ expected }, provide) =>
    provide((status, ...paths) => void expected.push(...paths.map((path) => ({ status, path })))),
  mock: [
    async ({ page, profileName, refusals, expected, request }, provide) => {
      await page.addInitScript(watchWords, complaints);
      const mock = connectMock(request, profileName);
      // These are checked in the mock API's log, which knows more than the browser.
      for (const status of [400, 403, 404, 406, 422, 500]) refusals.expectRefusal(status, mock.url);
      await provide(mock);
      const all = await mock.readLog({ anonymous: true });
      expect.soft(all.filter((call) => !isOfFamily(call)).map(getName), 'calls that are not of the family').toEqual([]);
      expect.soft(findUnexpected(await mock.readLog(), expected), 'calls that were refused').toEqual([]);
    },
    { auto: true },
  ],
});

const getName = ({ method, path, role, status }: CallRecord) => `${status} ${method} ${path} (${role})`;

/** Missing endpoints may be tried. In variants without search, `search` is read as the id of an unknown conversation. */
const findUnexpected = (calls: CallRecord[], expected: Fixtures['expected']): string[] =>
  calls
    .filter(({ status, route, path }) => route !== null && status >= 400 && path !== '/conversations/search')
    .filter((call) => !expected.some(({ status, path }) => status === call.status && call.path.includes(path)))
    .map(getName);

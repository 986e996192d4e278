import '@testing-library/jest-dom/vitest';
import { format } from 'node:util';
import { cleanup, configure } from '@testing-library/react';

// Elements may take as long as the whole test, because the machine may be busy.
configure({ asyncUtilTimeout: 20_000 });
// Testing Library advances the fake timers of a global with this name while it waits.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });

// Files share one page.
beforeAll(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  window.localStorage.clear();
  window.history.replaceState(null, '', '/');
});

// A part of a page that is still loading would fail the run if the file had ended meanwhile.
afterAll(() => vi.dynamicImportSettled());

const noise: string[] = [];

beforeEach(() => {
  noise.length = 0;
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      noise.push(`console.${method}: ${format(...args)}`);
    });
  }
});

// Hooks run last to first: this one after the checks below.
afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
});

/** Where a sheet may show buttons and errors. Comments are a list with a form in each row. */
const allowedPlaces = '[data-foot], [data-wrong], [data-thread]';

/** All feedback in a sheet must be visible: in its sticky foot or beside a field. Failed loads have their own button. */
afterEach(() => {
  const outside = 'dialog[open] :is(button[type="submit"], [role="alert"]:not(:has(button)))';
  const lost = [...document.querySelectorAll(outside)].filter((element) => !element.closest(allowedPlaces));
  if (lost.length > 0)
    throw new Error(`Move these into the sheet's FormFoot: ${lost.map((one) => one.outerHTML).join('\n')}`);
});

/** Unexpected warnings fail the test. Tests mock those that they expect. */
afterEach(() => {
  if (noise.length > 0) throw new Error(`Unexpected output:\n${noise.join('\n')}`);
});

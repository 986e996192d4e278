import { runInThisContext } from 'node:vm';
import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { replayEarlyInput, recordEarlyInput } from './input-replay';

let presses = 0;
/** Called after the first render and before the page's effects. */
let onDrawn: () => void = () => undefined;

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => onDrawn(), []);
  useEffect(replayEarlyInput, []);
  const toggle = () => {
    presses += 1;
    setIsOpen(!isOpen);
  };
  return (
    <button type="button" aria-expanded={isOpen} onClick={toggle}>
      Menu
    </button>
  );
}

function receivePage(): { container: HTMLElement; button: HTMLButtonElement } {
  document.body.innerHTML = `<div id="__next">${renderToString(<Page />)}</div>`;
  runInThisContext(recordEarlyInput);
  const container = document.getElementById('__next')!;
  return { container, button: container.querySelector('button')! };
}

function takeOver(container: HTMLElement): Root {
  let root: Root | undefined;
  startTransition(() => void (root = hydrateRoot(container, <Page />)));
  return root!;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 100));

beforeEach(() => {
  presses = 0;
  onDrawn = () => undefined;
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});
afterEach(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));

/** Fires the events of a tap: React hydrates at the first one. */
const press = (button: HTMLElement) => {
  for (const type of ['mousedown', 'mouseup', 'click'])
    button.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
};

it('a press before hydration counts once', async () => {
  const { container, button } = receivePage();
  press(button);
  const root = takeOver(container);
  await settle();
  expect([presses, button.getAttribute('aria-expanded')]).toEqual([1, 'true']);
  press(button);
  await settle();
  expect([presses, button.getAttribute('aria-expanded')]).toEqual([2, 'false']);
  root.unmount();
});

it('a press during hydration counts once', async () => {
  const { container, button } = receivePage();
  const root = takeOver(container);
  press(button);
  await settle();
  expect([presses, button.getAttribute('aria-expanded')]).toEqual([1, 'true']);
  root.unmount();
});

it('a press right after hydration counts once', async () => {
  const { container, button } = receivePage();
  onDrawn = () => queueMicrotask(() => press(button));
  const root = takeOver(container);
  await settle();
  expect([presses, button.getAttribute('aria-expanded')]).toEqual([1, 'true']);
  root.unmount();
});

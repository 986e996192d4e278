import { MessageChannel, MessagePort } from 'node:worker_threads';
import { TextDecoder, TextEncoder } from 'node:util';

/** What every browser has and jsdom lacks. Layout is not simulated: nothing is ever resized or scrolled into view. */
class InertObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/** Tells the truth about one thing only: a test page has no preference, so no media query matches. */
function matchMedia(media: string): object {
  return {
    matches: false,
    media,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  };
}

/** React's scheduler keeps a port open; unreferenced, it does not keep the test process alive. */
class QuietMessageChannel extends MessageChannel {
  constructor() {
    super();
    this.port1.unref();
    this.port2.unref();
  }
}

const missing: Record<string, unknown> = {
  MessageChannel: QuietMessageChannel,
  MessagePort,
  TextEncoder,
  TextDecoder,
  ResizeObserver: InertObserver,
  IntersectionObserver: InertObserver,
  matchMedia,
  structuredClone: (value: unknown) => structuredClone(value),
};

for (const [name, value] of Object.entries(missing)) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
window.scrollTo = () => undefined;
HTMLMediaElement.prototype.play = () => Promise.resolve();
HTMLMediaElement.prototype.pause = () => undefined;
HTMLMediaElement.prototype.load = () => undefined;
URL.createObjectURL = () => 'blob:test';
URL.revokeObjectURL = () => undefined;

// jsdom complains about pseudo elements instead of leaving them out.
const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle(element);

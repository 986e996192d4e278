import { TextDecoder, TextEncoder } from 'node:util';

/** Browser APIs that jsdom lacks. There is no layout: nothing is ever resized or scrolled into view. */
class InertObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/** No media query matches: test pages have no user preferences. */
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

class TimerMessageChannel {
  readonly port1: TimerMessagePort;
  readonly port2: TimerMessagePort;

  constructor() {
    this.port1 = new TimerMessagePort(() => this.port2);
    this.port2 = new TimerMessagePort(() => this.port1);
  }
}

class TimerMessagePort {
  onmessage: ((event: { data: unknown }) => void) | null = null;

  constructor(private readonly findPeer: () => TimerMessagePort) {}

  postMessage(data: unknown): void {
    setTimeout(() => this.findPeer().onmessage?.({ data }), 0);
  }

  close(): void {
    this.onmessage = null;
  }
}

const missing: Record<string, unknown> = {
  MessageChannel: TimerMessageChannel,
  TextEncoder,
  TextDecoder,
  ResizeObserver: InertObserver,
  IntersectionObserver: InertObserver,
  matchMedia,
  structuredClone: (value: unknown) => structuredClone(value),
};

for (const [name, value] of Object.entries(missing)) {
  if (Reflect.get(globalThis, name) === undefined)
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
}

Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
window.scrollTo = () => undefined;
HTMLMediaElement.prototype.play = () => Promise.resolve();
HTMLMediaElement.prototype.pause = () => undefined;
HTMLMediaElement.prototype.load = () => undefined;
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
URL.createObjectURL = () => 'blob:test';
URL.revokeObjectURL = () => undefined;

// jsdom would log an error for a pseudo element instead of ignoring it.
const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle(element);

// jsdom can read files only with a FileReader.
Blob.prototype.arrayBuffer ??= function arrayBuffer() {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as ArrayBuffer));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('FileReader failed')));
    reader.readAsArrayBuffer(this);
  });
};

import { createStoredValue, isObject } from './storage';

/** The show that this tab broadcasts, with its devices, to resume after a reload. */
export interface OwnLiveShow {
  streamId: string;
  camera: boolean;
  microphone: boolean;
  cameraId: string;
  microphoneId: string;
}

const toText = (value: unknown) => (typeof value === 'string' ? value.slice(0, 300) : '');

export const ownLiveShowStore = createStoredValue(
  'live_show',
  (value): OwnLiveShow | undefined =>
    isObject(value) && typeof value['streamId'] === 'string'
      ? {
          streamId: value['streamId'],
          camera: value['camera'] === true,
          microphone: value['microphone'] === true,
          cameraId: toText(value['cameraId']),
          microphoneId: toText(value['microphoneId']),
        }
      : undefined,
  'sessionStorage',
);

const CHANNEL = 'live_show';

export function tellTakeover(streamId: string): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel only reaches its own origin
  channel.postMessage(streamId);
  channel.close();
}

/** @returns a function that stops watching */
export function watchTakeovers(onTakeover: (streamId: string) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') onTakeover(data);
  });
  return () => channel.close();
}

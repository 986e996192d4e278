export class FakeTrack extends EventTarget {
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  constructor(
    readonly kind: 'video' | 'audio',
    readonly settings: MediaTrackSettings = {},
  ) {
    super();
  }
  getSettings = () => this.settings;
  stop() {
    this.readyState = 'ended';
  }
  /** The device was unplugged, or stopped by the browser's own button. */
  end() {
    this.stop();
    this.dispatchEvent(new Event('ended'));
  }
}

class FakeStream {
  constructor(readonly tracks: FakeTrack[] = []) {}
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video');
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio');
}

interface Asked {
  video?: unknown;
  audio?: unknown;
}

export interface FakeDevices {
  asked: Asked[];
  tracks: FakeTrack[];
  /** Error names by kind of device, with which the browser rejects requests for it. */
  refusals: { camera?: string; microphone?: string };
  /** Ids of missing devices. */
  gone: string[];
  isScreenRefused: boolean;
  permission: PermissionState;
}

const refuse = (name: string) => Promise.reject(Object.assign(new Error(name), { name }));

export function installFakeDevices(): FakeDevices {
  const devices: FakeDevices = {
    asked: [],
    tracks: [],
    refusals: {},
    gone: [],
    isScreenRefused: false,
    permission: 'prompt',
  };
  const open = (kind: FakeTrack['kind'], settings: MediaTrackSettings) => {
    const track = new FakeTrack(kind, settings);
    devices.tracks.push(track);
    return track;
  };
  const getId = (constraints: unknown, first: string): string =>
    (constraints as { deviceId?: { exact: string } }).deviceId?.exact ?? first;
  const mediaDevices = Object.assign(new EventTarget(), {
    getUserMedia: ({ video, audio }: Asked) => {
      devices.asked.push({ video, audio });
      const refusal =
        (video ? devices.refusals.camera : undefined) ?? (audio ? devices.refusals.microphone : undefined);
      if (refusal) return refuse(refusal);
      if ([video, audio].some((one) => one && devices.gone.includes(getId(one, ''))))
        return refuse('OverconstrainedError');
      return Promise.resolve(
        new FakeStream([
          ...(video
            ? [open('video', { deviceId: getId(video, 'front'), width: 1280, height: 720, frameRate: 30 })]
            : []),
          ...(audio ? [open('audio', { deviceId: getId(audio, 'built-in') })] : []),
        ]),
      );
    },
    getDisplayMedia: () =>
      devices.isScreenRefused ? refuse('NotAllowedError') : Promise.resolve(new FakeStream([open('video', {})])),
    enumerateDevices: () =>
      Promise.resolve([
        { kind: 'videoinput', deviceId: 'front', label: 'Front camera' },
        { kind: 'videoinput', deviceId: 'back', label: 'Back camera' },
        { kind: 'audioinput', deviceId: 'built-in', label: 'Built-in microphone' },
      ]),
  });
  Object.assign(window, { MediaStream: FakeStream });
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  Object.defineProperty(navigator, 'permissions', {
    value: { query: () => Promise.resolve({ state: devices.permission }) },
    configurable: true,
  });
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  // Replaces the frames that are drawn without a camera; these tracks belong to no device.
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({ fillRect: () => undefined, fillText: () => undefined }),
    captureStream: () => new FakeStream([new FakeTrack('video')]),
  });
  return devices;
}

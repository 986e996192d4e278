import { createCaptureDevice, createDeviceState, type DeviceKind, type DeviceState } from './capture-device';
import { canUseDevices, getDeviceProblem } from './device-problem';
import { createScreenShare } from './screen-share';
import { listDevices, requestTracks } from './user-media';

export interface CaptureState {
  camera: DeviceState & { size: { width: number; height: number; frameRate: number } | null };
  microphone: DeviceState & { isMuted: boolean };
  isScreenShared: boolean;
}

export interface Capture {
  getState(): CaptureState;
  /** The shared screen takes precedence over the camera. */
  getVideo(): MediaStreamTrack | null;
  getAudio(): MediaStreamTrack | null;
  /** Shows one permission prompt for both devices. No device is opened before this call. */
  open(kinds: readonly DeviceKind[]): Promise<void>;
  close(kind: DeviceKind): void;
  /** Switches immediately if a device is open. */
  choose(kind: DeviceKind, deviceId: string): Promise<void>;
  /** A muted microphone stays open and sends silence. */
  setMuted(isMuted: boolean): void;
  shareScreen(): Promise<void>;
  stopScreen(): void;
  stop(): void;
}

export const createCaptureState = (): CaptureState => ({
  camera: { ...createDeviceState(), size: null },
  microphone: { ...createDeviceState(), isMuted: false },
  isScreenShared: false,
});

const KINDS = ['camera', 'microphone'] as const;

function getSize(track: MediaStreamTrack): CaptureState['camera']['size'] {
  const { width, height, frameRate = 30 } = track.getSettings();
  return width && height ? { width, height, frameRate: Math.round(frameRate) } : null;
}

function createDevices(onChange: () => void, setUp: (kind: DeviceKind, track: MediaStreamTrack) => void) {
  const devices = { camera: createCaptureDevice(onChange), microphone: createCaptureDevice(onChange) };
  let isStopped = false;

  const relist = () =>
    void listDevices()
      .then((listed) => {
        if (isStopped) return;
        for (const kind of KINDS) devices[kind].change({ devices: listed[kind] });
      })
      .catch(() => undefined);

  async function open(kinds: readonly DeviceKind[]): Promise<void> {
    const requests = kinds.map((kind) => ({ kind, isWanted: devices[kind].begin() }));
    if (!canUseDevices() || kinds.length === 0) return;
    try {
      const tracks = await requestTracks(kinds, (kind) => devices[kind].getState().deviceId);
      for (const { kind, isWanted } of requests) {
        const track = tracks[kind];
        if (!track) continue;
        if (isStopped || !isWanted()) {
          track.stop();
          continue;
        }
        setUp(kind, track);
        devices[kind].adopt(track);
      }
    } catch (error) {
      if (isStopped) return;
      // The browser does not say which device failed: request each separately.
      if (kinds.length > 1) {
        for (const kind of kinds) await open([kind]);
        return;
      }
      const [request] = requests;
      if (!request?.isWanted()) return;
      const device = devices[request.kind];
      const problem = getDeviceProblem(error);
      // The chosen device was removed or now has another id.
      if (problem === 'missing' && device.getState().deviceId !== '') {
        device.change({ deviceId: '' });
        await open([request.kind]);
        return;
      }
      device.change({ status: 'failed', problem });
    }
    relist();
  }

  if (canUseDevices()) navigator.mediaDevices.addEventListener?.('devicechange', relist);
  return {
    ...devices,
    open,
    stop() {
      isStopped = true;
      if (canUseDevices()) navigator.mediaDevices.removeEventListener?.('devicechange', relist);
      for (const kind of KINDS) devices[kind].release();
    },
  };
}

export function createCapture(onChange: () => void): Capture {
  let size: CaptureState['camera']['size'] = null;
  let isMuted = false;
  const devices = createDevices(onChange, (kind, track) => {
    if (kind === 'camera') size = getSize(track);
    else track.enabled = !isMuted;
  });
  const { camera, microphone } = devices;
  const screen = createScreenShare(onChange);
  return {
    getState: () => ({
      camera: { ...camera.getState(), size: camera.getTrack() && size },
      microphone: { ...microphone.getState(), isMuted },
      isScreenShared: screen.getTrack() !== null,
    }),
    getVideo: () => screen.getTrack() ?? camera.getTrack(),
    getAudio: () => microphone.getTrack(),
    open: devices.open,
    close: (kind) => devices[kind].close(),
    async choose(kind, deviceId) {
      devices[kind].change({ deviceId });
      if (devices[kind].getState().status !== 'off') await devices.open([kind]);
    },
    setMuted(muted) {
      isMuted = muted;
      const track = microphone.getTrack();
      if (track) track.enabled = !muted;
      onChange();
    },
    shareScreen: screen.share,
    stopScreen: screen.end,
    stop() {
      devices.stop();
      screen.stop();
    },
  };
}

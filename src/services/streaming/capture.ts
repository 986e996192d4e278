import { canUseDevices, getDeviceProblem, type DeviceProblem } from './device-problem';

export type DeviceKind = 'camera' | 'microphone';

export interface Device {
  id: string;
  /** Empty until the browser may tell. */
  label: string;
}

export interface DeviceState {
  status: 'off' | 'opening' | 'on' | 'failed';
  problem: DeviceProblem | null;
  /** The one that is open, or was chosen; empty for the browser's own choice. */
  deviceId: string;
  /** Devices of this kind, as far as the browser tells. */
  devices: Device[];
}

export interface CaptureState {
  camera: DeviceState & { size: { width: number; height: number; frameRate: number } | null };
  microphone: DeviceState & { isMuted: boolean };
  isScreenShared: boolean;
}

export interface Capture {
  getState(): CaptureState;
  /** The picture to send: the screen before the camera. */
  getVideo(): MediaStreamTrack | null;
  getAudio(): MediaStreamTrack | null;
  /** Asks for devices, in one question of the browser where it is about both. Nothing is opened before this is called. */
  open(kinds: readonly DeviceKind[]): Promise<void>;
  /** Its light goes out. */
  close(kind: DeviceKind): void;
  /** Another camera or microphone, at once where one is open. */
  choose(kind: DeviceKind, deviceId: string): Promise<void>;
  /** A muted microphone stays open, and sends silence. */
  setMuted(isMuted: boolean): void;
  shareScreen(): Promise<void>;
  stopScreen(): void;
  stop(): void;
}

const off = (): DeviceState => ({ status: 'off', problem: null, deviceId: '', devices: [] });

export const createCaptureState = (): CaptureState => ({
  camera: { ...off(), size: null },
  microphone: { ...off(), isMuted: false },
  isScreenShared: false,
});

const INPUTS = { camera: 'videoinput', microphone: 'audioinput' } as const;
const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } };

function getConstraints(kind: DeviceKind, deviceId: string): MediaTrackConstraints {
  const chosen = deviceId ? { deviceId: { exact: deviceId } } : {};
  if (kind === 'microphone') return { ...chosen, echoCancellation: true, noiseSuppression: true };
  return { ...chosen, ...SIZE, ...(!deviceId && { facingMode: { ideal: 'user' } }) };
}

/** Camera, microphone and screen of a host. @param onChange hears of each change of its state or tracks. */
export function createCapture(onChange: () => void): Capture {
  let state = createCaptureState();
  const tracks: Record<DeviceKind, MediaStreamTrack | null> = { camera: null, microphone: null };
  /** Of a device that was asked for: what comes after it was closed, or asked for again, is not wanted any more. */
  const turns: Record<DeviceKind, number> = { camera: 0, microphone: 0 };
  let screen: MediaStreamTrack | null = null;
  let isStopped = false;

  const change = (kind: DeviceKind, next: Partial<DeviceState>) => {
    state = { ...state, [kind]: { ...state[kind], ...next } };
    onChange();
  };

  async function listDevices(): Promise<void> {
    const all = (await navigator.mediaDevices.enumerateDevices?.()) ?? [];
    if (isStopped) return;
    for (const kind of ['camera', 'microphone'] as const) {
      const own = all.filter((device) => device.kind === INPUTS[kind] && device.deviceId !== '');
      change(kind, { devices: own.map(({ deviceId: id, label }) => ({ id, label })) });
    }
  }
  const relist = () => void listDevices().catch(() => undefined);

  function release(kind: DeviceKind): void {
    turns[kind] += 1;
    tracks[kind]?.stop();
    tracks[kind] = null;
    if (kind === 'camera') state = { ...state, camera: { ...state.camera, size: null } };
  }

  function adopt(kind: DeviceKind, track: MediaStreamTrack): void {
    tracks[kind] = track;
    track.addEventListener('ended', () => {
      if (tracks[kind] !== track) return;
      release(kind);
      change(kind, { status: 'failed', problem: 'unplugged' });
    });
    const { deviceId = state[kind].deviceId, width, height, frameRate = 30 } = track.getSettings();
    if (kind === 'microphone') track.enabled = !state.microphone.isMuted;
    else if (width && height)
      state = { ...state, camera: { ...state.camera, size: { width, height, frameRate: Math.round(frameRate) } } };
    change(kind, { status: 'on', problem: null, deviceId });
  }

  /** @throws what the browser says */
  async function request(kinds: readonly DeviceKind[]): Promise<void> {
    const before = kinds.map((kind) => turns[kind]);
    const wanted = (kind: DeviceKind) => kinds.includes(kind) && getConstraints(kind, state[kind].deviceId);
    const stream = await navigator.mediaDevices.getUserMedia({
      video: wanted('camera'),
      audio: wanted('microphone'),
    });
    for (const [index, kind] of kinds.entries()) {
      const [track] = kind === 'camera' ? stream.getVideoTracks() : stream.getAudioTracks();
      if (!track) continue;
      if (isStopped || before[index] !== turns[kind]) track.stop();
      else adopt(kind, track);
    }
  }

  async function open(kinds: readonly DeviceKind[]): Promise<void> {
    for (const kind of kinds) {
      release(kind);
      change(kind, canUseDevices() ? { status: 'opening', problem: null } : { status: 'failed', problem: 'insecure' });
    }
    if (!canUseDevices() || kinds.length === 0) return;
    const before = kinds.map((kind) => turns[kind]);
    try {
      await request(kinds);
    } catch (error) {
      if (isStopped) return;
      // The browser does not tell which of the two is missing: each is asked for by itself.
      if (kinds.length > 1) {
        for (const kind of kinds) await open([kind]);
        return;
      }
      const [kind] = kinds;
      if (!kind || before[0] !== turns[kind]) return;
      const problem = getDeviceProblem(error);
      // The one that was chosen is not there any more, or has another id by now.
      if (problem === 'missing' && state[kind].deviceId !== '') {
        change(kind, { deviceId: '' });
        await open([kind]);
        return;
      }
      change(kind, { status: 'failed', problem });
    }
    relist();
  }

  function stopScreen(): void {
    screen?.stop();
    screen = null;
    state = { ...state, isScreenShared: false };
    onChange();
  }

  if (canUseDevices()) navigator.mediaDevices.addEventListener?.('devicechange', relist);
  return {
    getState: () => state,
    getVideo: () => screen ?? tracks.camera,
    getAudio: () => tracks.microphone,
    open,
    close(kind) {
      release(kind);
      change(kind, { status: 'off', problem: null });
    },
    async choose(kind, deviceId) {
      change(kind, { deviceId });
      if (state[kind].status !== 'off') await open([kind]);
    },
    setMuted(isMuted) {
      state = { ...state, microphone: { ...state.microphone, isMuted } };
      if (tracks.microphone) tracks.microphone.enabled = !isMuted;
      onChange();
    },
    async shareScreen() {
      const stream = await navigator.mediaDevices
        .getDisplayMedia({ video: { frameRate: { max: 30 } }, audio: false })
        .catch(() => null);
      const [track] = stream?.getVideoTracks() ?? [];
      // Closed without a choice.
      if (!track) return;
      if (isStopped) return track.stop();
      screen?.stop();
      screen = track;
      // The browser's own button ends it.
      track.addEventListener('ended', () => {
        if (screen === track) stopScreen();
      });
      state = { ...state, isScreenShared: true };
      onChange();
    },
    stopScreen,
    stop() {
      isStopped = true;
      if (canUseDevices()) navigator.mediaDevices.removeEventListener?.('devicechange', relist);
      for (const kind of ['camera', 'microphone'] as const) release(kind);
      screen?.stop();
      screen = null;
    },
  };
}

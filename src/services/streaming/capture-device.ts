import { canUseDevices, type DeviceProblem } from './device-problem';

export type DeviceKind = 'camera' | 'microphone';

export interface Device {
  id: string;
  /** Empty until the browser grants access to devices. */
  label: string;
}

export interface DeviceState {
  status: 'off' | 'opening' | 'on' | 'failed';
  problem: DeviceProblem | null;
  /** The open or chosen device; empty for the browser's default. */
  deviceId: string;
  devices: Device[];
}

export const createDeviceState = (): DeviceState => ({ status: 'off', problem: null, deviceId: '', devices: [] });

export function createCaptureDevice(onChange: () => void) {
  let state = createDeviceState();
  let track: MediaStreamTrack | null = null;
  /** Increases when the device is closed or requested again, so that a track of an earlier request is dropped. */
  let turn = 0;

  const change = (next: Partial<DeviceState>) => {
    state = { ...state, ...next };
    onChange();
  };
  function release(): void {
    turn += 1;
    track?.stop();
    track = null;
  }
  return {
    getState: () => state,
    getTrack: () => track,
    change,
    release,
    begin(): () => boolean {
      release();
      const own = turn;
      change(canUseDevices() ? { status: 'opening', problem: null } : { status: 'failed', problem: 'insecure' });
      return () => turn === own;
    },
    adopt(opened: MediaStreamTrack): void {
      track = opened;
      opened.addEventListener('ended', () => {
        if (track !== opened) return;
        release();
        change({ status: 'failed', problem: 'unplugged' });
      });
      const { deviceId = state.deviceId } = opened.getSettings();
      change({ status: 'on', problem: null, deviceId });
    },
    close(): void {
      release();
      change({ status: 'off', problem: null });
    },
  };
}

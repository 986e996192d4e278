import type { Device, DeviceKind } from './capture-device';

const INPUTS = { camera: 'videoinput', microphone: 'audioinput' } as const;
const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30, max: 30 } };

function getConstraints(kind: DeviceKind, deviceId: string): MediaTrackConstraints {
  const chosen = deviceId ? { deviceId: { exact: deviceId } } : {};
  if (kind === 'microphone') return { ...chosen, echoCancellation: true, noiseSuppression: true };
  return { ...chosen, ...SIZE, ...(!deviceId && { facingMode: { ideal: 'user' } }) };
}

/** Shows one permission prompt. @param getDeviceId returns empty text for the browser's default. @throws the browser error */
export async function requestTracks(
  kinds: readonly DeviceKind[],
  getDeviceId: (kind: DeviceKind) => string,
): Promise<Record<DeviceKind, MediaStreamTrack | undefined>> {
  const wanted = (kind: DeviceKind) => kinds.includes(kind) && getConstraints(kind, getDeviceId(kind));
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted('camera'), audio: wanted('microphone') });
  return { camera: stream.getVideoTracks()[0], microphone: stream.getAudioTracks()[0] };
}

export async function listDevices(): Promise<Record<DeviceKind, Device[]>> {
  const all = (await navigator.mediaDevices.enumerateDevices?.()) ?? [];
  const listKind = (kind: DeviceKind) =>
    all
      .filter((device) => device.kind === INPUTS[kind] && device.deviceId !== '')
      .map(({ deviceId: id, label }) => ({ id, label }));
  return { camera: listKind('camera'), microphone: listKind('microphone') };
}

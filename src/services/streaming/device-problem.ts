export type DeviceProblem = 'blocked' | 'missing' | 'busy' | 'unplugged' | 'insecure' | 'failed';

const PROBLEMS: Partial<Record<string, DeviceProblem>> = {
  NotAllowedError: 'blocked',
  SecurityError: 'blocked',
  PermissionDeniedError: 'blocked',
  NotFoundError: 'missing',
  DevicesNotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
};

export const getDeviceProblem = (error: unknown): DeviceProblem =>
  (error instanceof Error && PROBLEMS[error.name]) || 'failed';

/** Browsers grant access to devices only over HTTPS and on localhost. */
export const canUseDevices = (): boolean =>
  typeof navigator !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function';

/** False on phones, whose browsers cannot share the screen. */
export const canShareScreen = (): boolean =>
  canUseDevices() && typeof navigator.mediaDevices.getDisplayMedia === 'function';

/** Whether the user has granted access; false if the browser does not say. */
export async function isAllowed(device: 'camera' | 'microphone'): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: device });
    return state === 'granted';
  } catch {
    return false;
  }
}

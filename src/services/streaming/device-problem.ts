/** Why a camera or a microphone is not there. */
export type DeviceProblem = 'blocked' | 'missing' | 'busy' | 'unplugged' | 'insecure' | 'failed';

/** Browsers name the same problem differently. */
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

/** Cameras are there over HTTPS and on this machine only. */
export const canUseDevices = (): boolean =>
  typeof navigator !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function';

/** Whether the browser lets a page record its own screen; phones do not. */
export const canShareScreen = (): boolean =>
  canUseDevices() && typeof navigator.mediaDevices.getDisplayMedia === 'function';

/** Whether a device opens without a question, since it was allowed before. Some browsers do not tell: then not. */
export async function isAllowed(device: 'camera' | 'microphone'): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: device });
    return state === 'granted';
  } catch {
    return false;
  }
}

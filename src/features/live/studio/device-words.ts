import type { DeviceKind } from '@/services/streaming/capture-device';
import type { DeviceProblem } from '@/services/streaming/device-problem';

interface ProblemText {
  title: string;
  advice: string;
}

export function describeProblem(kind: DeviceKind, problem: DeviceProblem): ProblemText {
  switch (problem) {
    case 'blocked':
      return {
        title: `Your browser blocks the ${kind}`,
        advice: `Press the ${kind} icon in the address bar, choose “Allow”, then try again.`,
      };
    case 'missing':
      return { title: `No ${kind} was found`, advice: `Plug in a ${kind}, then try again.` };
    case 'busy':
      return {
        title: `Another app is using the ${kind}`,
        advice: 'Close it, such as a video call, then try again.',
      };
    case 'unplugged':
      return { title: `The ${kind} was disconnected`, advice: 'Plug it in again, or choose another one.' };
    case 'insecure':
      return {
        title: `This page can’t use a ${kind}`,
        advice: 'Browsers allow that on secure pages only. Open this site by its https address.',
      };
    case 'failed':
      return { title: `The ${kind} did not start`, advice: 'Try again, or choose another one.' };
  }
}

/** The only element on the page that may play. */
let speaker: HTMLMediaElement | null = null;

export function pauseOthers(element: HTMLMediaElement): void {
  if (speaker && speaker !== element) speaker.pause();
  speaker = element;
}

export function releasePlayback(element: HTMLMediaElement): void {
  if (speaker === element) speaker = null;
}

/** True if another element plays with sound: then nothing may start automatically. */
export function isOtherPlaying(element: HTMLMediaElement): boolean {
  return speaker !== null && speaker !== element && !speaker.paused && !speaker.muted;
}

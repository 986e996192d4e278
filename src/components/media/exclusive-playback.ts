/** The one recording on the page that runs at a time. */
let speaker: HTMLMediaElement | null = null;

/** A recording begins to run: the one before it stops. */
export function pauseOthers(element: HTMLMediaElement): void {
  if (speaker && speaker !== element) speaker.pause();
  speaker = element;
}

/** It left the page. */
export function releasePlayback(element: HTMLMediaElement): void {
  if (speaker === element) speaker = null;
}

/** Whether the reader listens to another recording: nothing may start by itself then. */
export function isOtherPlaying(element: HTMLMediaElement): boolean {
  return speaker !== null && speaker !== element && !speaker.paused && !speaker.muted;
}

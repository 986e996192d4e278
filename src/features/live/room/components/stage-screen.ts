/** Phones of Apple show only the film itself on the whole screen, by a call of their own. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?(): void;
}

/** A browser may refuse it without a press: then nothing changes. */
const ignore = () => undefined;

/** On the whole screen, or back. */
export function toggleFullscreen(box: HTMLElement | null, video: AppleVideo | null): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(ignore);
  else if (box?.requestFullscreen) void box.requestFullscreen().catch(ignore);
  else video?.webkitEnterFullscreen?.();
}

/** Whether this browser keeps a film in sight over other windows. */
export const canShowAside = (): boolean =>
  typeof document !== 'undefined' && 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled;

export function toggleAside(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(ignore);
  else void video?.requestPictureInPicture().catch(ignore);
}

/** Browsers that hold a film back until it is pressed let it begin now. */
export function setSound(video: HTMLVideoElement, isMuted: boolean): void {
  video.muted = isMuted;
  if (video.paused) void video.play().catch(ignore);
}

/** iPhones can only show the video itself in full screen, by a separate method. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?(): void;
}

/** Browsers may refuse without a user gesture; then nothing changes. */
const ignore = () => undefined;

export function toggleFullscreen(box: HTMLElement | null, video: AppleVideo | null): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(ignore);
  else if (box?.requestFullscreen) void box.requestFullscreen().catch(ignore);
  else video?.webkitEnterFullscreen?.();
}

export const canShowAside = (): boolean =>
  typeof document !== 'undefined' && 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled;

export function toggleAside(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(ignore);
  else void video?.requestPictureInPicture().catch(ignore);
}

/** The press also starts a video that the browser's autoplay policy has blocked. */
export function setSound(video: HTMLVideoElement, isMuted: boolean): void {
  video.muted = isMuted;
  if (video.paused) void video.play().catch(ignore);
}

import type { RefObject } from 'react';

/** Positions and steps in seconds. */
export function createPlayerActions(video: RefObject<HTMLVideoElement | null>, box: RefObject<HTMLDivElement | null>) {
  const withElement = (work: (element: HTMLVideoElement) => unknown) => () => {
    const element = video.current;
    if (element) work(element);
  };
  const ignoreRejection = (promise: Promise<unknown> | undefined) => void promise?.catch(() => undefined);
  return {
    toggle: withElement((element) => (element.paused ? ignoreRejection(element.play()) : element.pause())),
    seek: (to: number) => withElement((element) => (element.currentTime = to))(),
    skip: (by: number) =>
      withElement((element) => (element.currentTime = clamp(element.currentTime + by, element.duration || Infinity)))(),
    mute: withElement((element) => (element.muted = !element.muted)),
    turnVolume: (by: number) =>
      withElement((element) => {
        element.volume = clamp(element.volume + by, 1);
        element.muted = false;
      })(),
    setSpeed: (speed: number) => withElement((element) => (element.playbackRate = speed))(),
    captions: withElement(({ textTracks: [track] }) => {
      if (track) track.mode = track.mode === 'showing' ? 'disabled' : 'showing';
    }),
    pictureInPicture: withElement((element) =>
      ignoreRejection(
        document.pictureInPictureElement ? document.exitPictureInPicture() : element.requestPictureInPicture(),
      ),
    ),
    fullScreen: withElement((element) => {
      if (document.fullscreenElement) return ignoreRejection(document.exitFullscreen());
      if (box.current?.requestFullscreen) return ignoreRejection(box.current.requestFullscreen());
      // Some phones support fullscreen only for videos.
      return (element as HTMLVideoElement & { webkitEnterFullscreen?(): void }).webkitEnterFullscreen?.();
    }),
  };
}

export const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));

/** Plays the video, muted if the browser blocks sound. @returns whether it plays */
export async function playAnyhow(video: HTMLVideoElement): Promise<boolean> {
  try {
    await video.play();
    return true;
  } catch {
    if (video.muted) return false;
    video.muted = true;
    return playAnyhow(video);
  }
}

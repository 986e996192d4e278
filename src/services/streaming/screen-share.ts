export function createScreenShare(onChange: () => void) {
  let track: MediaStreamTrack | null = null;
  let isStopped = false;

  function release(): void {
    track?.stop();
    track = null;
  }
  function end(): void {
    release();
    onChange();
  }
  return {
    getTrack: () => track,
    async share(): Promise<void> {
      const stream = await navigator.mediaDevices
        .getDisplayMedia({ video: { frameRate: { max: 30 } }, audio: false })
        .catch(() => null);
      const [shared] = stream?.getVideoTracks() ?? [];
      // The user closed the picker without a choice.
      if (!shared) return;
      if (isStopped) {
        shared.stop();
        return;
      }
      release();
      track = shared;
      // The user ended sharing with the browser's own button.
      shared.addEventListener('ended', () => {
        if (track === shared) end();
      });
      onChange();
    },
    end,
    stop(): void {
      isStopped = true;
      release();
    },
  };
}

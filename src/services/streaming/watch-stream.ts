import type { StreamAccess, StreamWatch, WatchHandlers } from './stream-watch';

/** Loads the module of the show's engine on demand. */
export async function watchStream(
  access: StreamAccess,
  video: HTMLVideoElement,
  handlers: WatchHandlers,
): Promise<StreamWatch> {
  switch (access.engine) {
    case 'embedded': {
      const { watchEmbedded } = await import('./embedded-watch');
      return watchEmbedded(access, video, handlers);
    }
    case 'agora': {
      if (!hasWebRtc()) return showNothing(handlers);
      const { watchAgora } = await import('./agora-watch');
      return watchAgora(access, video, handlers);
    }
    case 'livekit': {
      if (!hasWebRtc()) return showNothing(handlers);
      const { watchLivekit } = await import('./livekit-watch');
      return watchLivekit(access, video, handlers);
    }
  }
}

const hasWebRtc = (): boolean => 'RTCPeerConnection' in window;

/** For browsers without WebRTC: these engines offer nothing else. */
function showNothing({ onState }: WatchHandlers): StreamWatch {
  onState('unplayable');
  return { renew: () => undefined, setMuted: () => undefined, stop: () => undefined };
}

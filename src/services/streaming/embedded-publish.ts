import { createFullOffer } from './gather-candidates';
import type { OpenPublication } from './stream-publication';

const CONNECT_MS = 10_000;
/** After a network change, such as from Wi-Fi to mobile, the connection recovers within this time or not at all. */
const DISCONNECTED_MS = 4_000;
/** Enough for 720p at 30 frames per second. The engine accepts at most 2.5 Mbit/s. */
const MAX_VIDEO_BITRATE = 2_200_000;
const MAX_AUDIO_BITRATE = 96_000;
const MAX_FRAME_RATE = 30;

/** Baseline profile, packetization mode 1: every browser decodes it, and the HLS segments of live shows require it. */
const isWantedH264 = ({ mimeType, sdpFmtpLine = '' }: RTCRtpCodec) =>
  /h264/i.test(mimeType) && /packetization-mode=1/.test(sdpFmtpLine) && /profile-level-id=42/i.test(sdpFmtpLine);
const isVp8 = ({ mimeType }: RTCRtpCodec) => /vp8/i.test(mimeType);
/** The RTX codec, without which lost packets are never sent again. */
const isRetransmission = ({ mimeType }: RTCRtpCodec) => /\/rtx$/i.test(mimeType);

/** H264, then VP8 for browsers without an H264 encoder. */
function preferCodecs(transceiver: RTCRtpTransceiver): void {
  const codecs = RTCRtpSender.getCapabilities?.('video')?.codecs ?? [];
  const wanted = [isWantedH264, isVp8, isRetransmission].flatMap((isOne) => codecs.filter(isOne));
  // A browser without this API offers all of its codecs, and the engine picks one.
  if (wanted.length > 0 && 'setCodecPreferences' in transceiver) transceiver.setCodecPreferences(wanted);
}

export const publishEmbedded: OpenPublication<'embedded'> = (access, media, { onState, exchange }) => {
  const peer = new RTCPeerConnection({ iceServers: access.iceServers });
  const encoding = { maxBitrate: MAX_VIDEO_BITRATE, maxFramerate: MAX_FRAME_RATE };
  const video = peer.addTransceiver(media.video ?? 'video', { direction: 'sendonly', sendEncodings: [encoding] });
  const audio = peer.addTransceiver(media.audio ?? 'audio', {
    direction: 'sendonly',
    sendEncodings: [{ maxBitrate: MAX_AUDIO_BITRATE }],
  });
  preferCodecs(video);

  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lose = () => {
    if (isStopped) return;
    stop();
    onState('lost');
  };
  const loseAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(lose, ms);
  };
  const handleConnection = () => {
    if (isStopped) return;
    const { connectionState } = peer;
    if (connectionState === 'connected') {
      clearTimeout(timer);
      onState('live');
    } else if (connectionState === 'disconnected') loseAfter(DISCONNECTED_MS);
    else if (connectionState === 'failed' || connectionState === 'closed') lose();
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    peer.close();
  };
  const open = async () => {
    const sdp = await createFullOffer(peer);
    if (isStopped) return;
    const answer = await exchange({ ticket: access.ticket, sdp });
    if (!isStopped) await peer.setRemoteDescription({ type: 'answer', sdp: answer });
  };

  peer.addEventListener('connectionstatechange', handleConnection);
  onState('starting');
  loseAfter(CONNECT_MS);
  open().catch(lose);
  // The browser may reject a track of another size or kind while the connection closes.
  const replace = (sender: RTCRtpSender, track: MediaStreamTrack | null) =>
    void sender.replaceTrack(track).catch(() => undefined);
  return {
    replaceVideo: (track) => replace(video.sender, track),
    replaceAudio: (track) => replace(audio.sender, track),
    // A ticket is for one connection, which lasts as long as the show.
    renew: () => undefined,
    stop,
  };
};

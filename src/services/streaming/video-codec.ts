/** H264 if the host's browser can send it, since every phone decodes it in hardware; otherwise VP8. */
export const pickVideoCodec = (): 'h264' | 'vp8' => {
  const codecs = globalThis.RTCRtpSender?.getCapabilities?.('video')?.codecs ?? [];
  return codecs.some(({ mimeType }) => /\/h264$/i.test(mimeType)) ? 'h264' : 'vp8';
};

/** H264 for hosts who can send it, since every phone decodes it in hardware; VP8 for the others. */
export const pickVideoCodec = (): 'h264' | 'vp8' => {
  const codecs = globalThis.RTCRtpSender?.getCapabilities?.('video')?.codecs ?? [];
  return codecs.some(({ mimeType }) => /\/h264$/i.test(mimeType)) ? 'h264' : 'vp8';
};

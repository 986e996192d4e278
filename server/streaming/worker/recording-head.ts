/** Long enough for the head of a recording with one video and one audio track. */
export const HEAD_BYTES = 4096;

/** Bytes from the name of a box to its width; the height follows. ISO 14496-12, 8.3.2 and 12.1.3. */
const [TRACK_SIZE_AT, SAMPLE_SIZE_AT] = [80, 28];

/**
 * Declares another picture size in the head of a recording, in place. Cameras begin small and grow with the connection, and
 * players and our own converter allow for no more than the head declares.
 *
 * @param head the first bytes of the file, changed in place
 */
export function declareSize(
  head: Buffer,
  codec: 'avc' | 'vp8',
  { width, height }: { width: number; height: number },
): void {
  if (codec === 'vp8') {
    // PixelWidth and PixelHeight, of two bytes each. RFC 9559, 5.1.4.1.28.
    for (const [element, value] of [
      [0xb0, width],
      [0xba, height],
    ] as const) {
      const at = head.indexOf(Buffer.from([element, 0x82]));
      if (at !== -1) head.writeUInt16BE(value, at + 2);
    }
    return;
  }
  // The name also stands in the list of brands at the beginning.
  const sample = head.indexOf('avc1', head.indexOf('stsd'));
  const track = head.lastIndexOf('tkhd', sample);
  if (sample === -1 || track === -1) return;
  head.writeUInt16BE(width, sample + SAMPLE_SIZE_AT);
  head.writeUInt16BE(height, sample + SAMPLE_SIZE_AT + 2);
  // Fixed-point numbers of 16.16 bits.
  head.writeUInt32BE(width * 0x1_00_00, track + TRACK_SIZE_AT);
  head.writeUInt32BE(height * 0x1_00_00, track + TRACK_SIZE_AT + 4);
}

/** Moves the index of an MP4 or MOV before its media data, as in files that can play while they download. */
export function buildFastStart(film: Buffer): Buffer {
  const at = film.lastIndexOf('moov') - 4;
  const list = Buffer.from(film.subarray(at, at + film.readUInt32BE(at)));
  const head = film.subarray(0, film.readUInt32BE(0));
  // `stco` lists the file offsets of a track's chunks.
  for (let table = list.indexOf('stco'); table >= 0; table = list.indexOf('stco', table + 4))
    for (let entry = 0; entry < list.readUInt32BE(table + 8); entry += 1) {
      const place = table + 12 + entry * 4;
      list.writeUInt32BE(list.readUInt32BE(place) + list.length, place);
    }
  return Buffer.concat([head, list, film.subarray(head.length, at)]);
}

/** Names of the files of live streams, on disk and in URLs. */
export const PLAYLIST = 'live.m3u8';
export const isPlaylistOrSegment = (name: string): boolean =>
  /^(live[.]m3u8|init-\d{1,9}[.]mp4|\d{1,9}[.]m4s)$/.test(name);

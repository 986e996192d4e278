/** Names of files of live streams, as they are written and asked for. */
export const PLAYLIST = 'live.m3u8';
export const isPlaylistOrSegment = (name: string): boolean =>
  /^(live[.]m3u8|init-\d{1,9}[.]mp4|\d{1,9}[.]m4s)$/.test(name);

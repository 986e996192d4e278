// The package has types for its full build only; the light one lacks subtitles, other audio tracks and encryption.
declare module 'hls.js/light' {
  export { default, ErrorTypes, Events } from 'hls.js';
  export type { ErrorData } from 'hls.js';
}

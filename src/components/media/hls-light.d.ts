// The package has types only for its full build. The light build lacks subtitles, other audio tracks and encryption.
declare module 'hls.js/light' {
  export { default, ErrorTypes, Events } from 'hls.js';
  export type { ErrorData } from 'hls.js';
}

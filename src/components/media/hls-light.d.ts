// The package types its whole build only; the light one leaves out subtitles, other sound tracks and encryption.
declare module 'hls.js/light' {
  export { default, ErrorTypes, Events } from 'hls.js';
  export type { ErrorData } from 'hls.js';
}

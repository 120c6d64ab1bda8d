// hls.js ships its light build without types. The light build has no alternate audio, subtitles or DRM, and
// is 120 kB instead of 190 kB gzipped.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default, default as Hls } from 'hls.js'
}

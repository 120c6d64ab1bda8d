// hls.js has no types for its light build. The light build omits alternate audio, subtitles and DRM. Gzipped,
// it has 120 kB instead of 190 kB.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default, default as Hls } from 'hls.js'
}

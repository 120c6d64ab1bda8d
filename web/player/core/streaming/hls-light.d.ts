// hls.js has no types for its light build. The light build omits alternate audio, subtitles and DRM. The
// light build is 120 kB with gzip, and the full build is 190 kB.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default, default as Hls } from 'hls.js'
}

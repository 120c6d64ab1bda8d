// hls.js ships its light build (no alternate audio, subtitles or DRM; 120 kB instead of
// 190 kB gzipped) without types.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default, default as Hls } from 'hls.js'
}

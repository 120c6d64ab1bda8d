// registry.ts imports parts of prom-client separately. This file gives these parts the types of the whole
// package.
declare module 'prom-client/lib/registry.js' {
  export { Registry as default } from 'prom-client'
}
declare module 'prom-client/lib/counter.js' {
  export { Counter as default } from 'prom-client'
}
declare module 'prom-client/lib/gauge.js' {
  export { Gauge as default } from 'prom-client'
}
declare module 'prom-client/lib/histogram.js' {
  export { Histogram as default } from 'prom-client'
}
declare module 'prom-client/lib/metrics/*' {
  import type { Registry } from 'prom-client'
  const measure: (registry: Registry) => void
  export default measure
}

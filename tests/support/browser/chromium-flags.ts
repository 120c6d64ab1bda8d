/**
 * The launch flags of every browser. The benchmarks and the tests use the same flags, so they run under the
 * same conditions.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
]

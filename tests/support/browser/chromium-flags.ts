/**
 * The launch flags of every browser. Tests and benchmarks use the same flags, so that benchmarks measure the
 * product as the tests run it.
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

/**
 * The launch flags of every browser. Benchmarks use the same flags as tests, so that they measure the product
 * under the conditions of the tests.
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

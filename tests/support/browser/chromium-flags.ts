/**
 * The launch flags of every browser. Tests and benchmarks use the same flags, because benchmarks must measure
 * what is tested.
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

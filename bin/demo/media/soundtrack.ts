/**
 * The moods of the soundtrack. Each mood has a root note in hertz, melody steps in semitones, a number of
 * notes per second, a decay rate for the notes, and drum volumes.
 */
const tunes = {
  boom: { root: 196, steps: [0, 3, 7, 10, 7, 3, 5, 0], speed: 3, fade: 4, kick: 0.6, hat: 0.1 },
  trap: { root: 147, steps: [0, 0, 12, 0, 1, 0, 8, 7], speed: 4, fade: 7, kick: 0.7, hat: 0.16 },
  slow: { root: 220, steps: [0, 4, 7, 11, 9, 7, 4, 2], speed: 1.6, fade: 1.5, kick: 0.25, hat: 0.03 },
  pop: { root: 262, steps: [0, 4, 7, 4, 9, 7, 5, 2], speed: 4, fade: 6, kick: 0.5, hat: 0.12 },
  techno: { root: 110, steps: [0, 0, 7, 0, 10, 0, 12, 3], speed: 4.4, fade: 9, kick: 0.8, hat: 0.12 },
  walk: { root: 233, steps: [0, 7, 4, 7, 2, 7, 5, 9], speed: 3.2, fade: 8, kick: 0.2, hat: 0.06 },
  sad: { root: 175, steps: [0, 3, 7, 12, 10, 7, 3, 2], speed: 1.3, fade: 1.2, kick: 0, hat: 0 },
  dark: { root: 98, steps: [0, 1, 6, 1, 0, 8, 6, 1], speed: 0.9, fade: 0.8, kick: 0.15, hat: 0.02 },
}

export type TuneName = keyof typeof tunes

/**
 * Returns the lavfi source of a tune: a plucked melody over a bass, a kick drum and a noise hi-hat. `shift`
 * transposes it.
 */
export function buildSoundtrackFilterGraph(tune: TuneName, seconds: number, shift: number): string {
  const { root, steps, speed, fade, kick, hat } = tunes[tune]
  const at = root * 2 ** ((shift % 5) / 12)
  const beat = 1 / speed
  // Each note starts at a zero crossing to avoid clicks.
  const note = `mod(t,${beat})`
  const place = `floor(mod(t*${speed},${steps.length}))`
  const pitch = steps.reduceRight(
    (rest, step, n) => `if(eq(${place},${n}),${(at * 2 ** (step / 12)).toFixed(2)},${rest})`,
    '0',
  )
  const parts = [
    `0.22*sin(2*PI*${note}*(${pitch}))*exp(-${fade}*${note})`,
    `0.07*sin(4*PI*${note}*(${pitch}))*exp(-${fade * 1.6}*${note})`,
    `0.16*sin(2*PI*mod(t,${beat * 4})*${(at / 2).toFixed(2)})*exp(-${fade / 3}*mod(t,${beat * 4}))`,
    `${kick}*sin(2*PI*52*mod(t,${beat * 2}))*exp(-14*mod(t,${beat * 2}))`,
    `${hat}*(random(0)-0.5)*exp(-50*${note})`,
  ]
  return `aevalsrc=exprs='${parts.join('+')}':s=44100:d=${seconds}`
}

/** Measured wall-clock times in seconds. `pieces` are in the order in which the workers take them. */
interface MeasuredTimes {
  audio: number
  pieces: number[]
  join: number
}

/**
 * Returns how long `count` machines need for a video that is `scale` times as long as the measured one. Each
 * machine takes the next piece when it is idle, as the workers do. The audio is one piece, and the join begins
 * when everything is encoded.
 */
export function simulateWorkers(
  count: number,
  scale: number,
  { audio, pieces, join }: MeasuredTimes,
): number {
  const copies = Math.ceil(scale)
  const tasks = [audio * scale, ...pieces.flatMap((seconds) => Array<number>(copies).fill(seconds))]
  const idleAt = Array<number>(count).fill(0)
  for (const seconds of tasks) {
    const next = idleAt.indexOf(Math.min(...idleAt))
    idleAt[next] = idleAt[next]! + seconds
  }
  return Math.max(...idleAt) + join * scale
}

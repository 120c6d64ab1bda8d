import { availableParallelism } from 'node:os'
import type { LadderRung } from './bitrate-ladder.ts'

/**
 * Returns how many threads encode each rung, in the order of the rungs. The rungs are encoded at the same time, so
 * each gets its share of the processors, and at least one thread. With more threads, an encoder needs more bits for
 * the same picture and more CPU time, because it searches less far for motion.
 */
export function allocateEncoderThreads(
  rungs: readonly Pick<LadderRung, 'width' | 'height' | 'fps'>[],
  processors = availableParallelism(),
): number[] {
  const pixels = rungs.map(({ width, height, fps }) => width * height * fps)
  const total = pixels.reduce((sum, value) => sum + value, 0)
  return pixels.map((value) => Math.max(1, Math.round((processors * value) / total)))
}

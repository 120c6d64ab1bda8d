import { availableParallelism } from 'node:os'
import type { LadderRung } from './bitrate-ladder.ts'

/**
 * Returns how many threads encode each rung, in the order of the rungs. The rungs are encoded at the same time, so
 * each gets its share of the processors, but at least two threads: ffmpeg 5 runs an encoder that has a single thread
 * in its own main thread, so such rungs would be encoded one after another. With many threads, an encoder needs more
 * bits for the same picture, because it searches less far for motion. With two, the difference is below 0.1%.
 */
export function allocateEncoderThreads(
  rungs: readonly Pick<LadderRung, 'width' | 'height' | 'fps'>[],
  processors = availableParallelism(),
): number[] {
  const minimum = Math.min(2, processors)
  const pixels = rungs.map(({ width, height, fps }) => width * height * fps)
  const total = pixels.reduce((sum, value) => sum + value, 0)
  return pixels.map((value) => Math.max(minimum, Math.round((processors * value) / total)))
}

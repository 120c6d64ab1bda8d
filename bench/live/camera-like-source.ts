import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLiveSource } from '#tests/support/media/live-sources.ts'

interface CameraLikeSource {
  container: 'matroska' | 'flv'
  size: string
  seconds: number
}

/** Creates a live source with the bitrate of a camera (2.5 Mbit/s). FLV sources have reordered frames, as OBS does. */
export async function createCameraLikeSource({
  container,
  size,
  seconds,
}: CameraLikeSource): Promise<Buffer<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-bench-live-'))
  try {
    const source = await createLiveSource(join(folder, 'source'), {
      container,
      seconds,
      size,
      reorderedFrames: container === 'flv',
      noise: true,
      videoCodec: 'libx264 -preset veryfast -b:v 2500k -maxrate 2500k -bufsize 2500k -pix_fmt yuv420p',
    })
    return await readFile(source)
  } finally {
    await rm(folder, { recursive: true })
  }
}

import { readFile } from 'node:fs/promises'
import { makeClip } from '#tests/support/media/generated-clips.ts'

const kinds = {
  /** Can be cut into segments as it is. */
  mp4: { codec: 'h264', container: 'mp4' },
  /** Must be encoded. */
  avi: { codec: 'mpeg4', container: 'avi' },
} as const

/** A film of bars and a tone. Six seconds of 640 × 360 unless told. */
export async function makeTestPatternClip(
  kind: keyof typeof kinds,
  { seconds = 6, width = 640, height = 360 } = {},
): Promise<Buffer> {
  return readFile(await makeClip(undefined, { ...kinds[kind], seconds, width, height, fps: 24 }))
}

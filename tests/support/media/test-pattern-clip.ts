import { readFile } from 'node:fs/promises'
import { createTestClip } from '#tests/support/media/generated-clips.ts'

const kinds = {
  /** A clip that can be remuxed into segments. */
  mp4: { codec: 'h264', container: 'mp4' },
  /** A clip that must be transcoded. */
  avi: { codec: 'mpeg4', container: 'avi' },
} as const

/** Creates a clip of color bars and a tone, by default six seconds long and 640 × 360 pixels in size. */
export async function makeTestPatternClip(
  kind: keyof typeof kinds,
  { seconds = 6, width = 640, height = 360 } = {},
): Promise<Buffer> {
  return readFile(await createTestClip(undefined, { ...kinds[kind], seconds, width, height, fps: 24 }))
}

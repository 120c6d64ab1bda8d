import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { db } from '#server/platform/db/db.ts'
import { computePictureAge } from '#tests/support/browser/numbered-camera.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { readFrameNumbers } from '#tests/support/media/live-sources.ts'
import { downloadRendition } from '#tests/support/media/served-files.ts'

/**
 * Returns, for each part of a broadcast, how many seconds after the capture of its last frame the part was stored. The
 * frames show the time at which they were captured (`installNumberedCamera`), and `client` is a member of staff.
 */
export async function measureStoring(client: HttpTestClient, id: string, folder: string): Promise<number[]> {
  const { bytes } = await downloadRendition(`${folder}/source/index.m3u8`, async (path) =>
    Buffer.from(await (await client.fetch(path)).arrayBuffer()),
  )
  const place = await mkdtemp(join(tmpdir(), 'afterbell-bench-live-'))
  try {
    const path = join(place, 'source.mp4')
    await writeFile(path, bytes)
    const frames = await readFrameNumbers(path)
    const parts = await db
      .selectFrom('broadcast_parts')
      .select(['made_at', 'start_time', 'duration'])
      .where('content_id', '=', id)
      .where('rendition', '=', 'source')
      .execute()
    return parts.flatMap(({ made_at, start_time, duration }) => {
      const last = frames.findLast(
        ({ time }) => time < start_time + duration - 0.001 && time > start_time - 0.001,
      )
      return last ? [computePictureAge(last.number, made_at.getTime()) / 1000] : []
    })
  } finally {
    await rm(place, { recursive: true })
  }
}

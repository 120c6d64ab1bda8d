import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { db } from '#server/platform/db/db.ts'
import { transcodeContent } from '#server/transcoding/transcode.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'
import { type PipelineTestApp, startPipelineTestApp } from '#tests/support/app/pipeline-test-app.ts'

let app: PipelineTestApp
let ada: string
before(async () => {
  app = await startPipelineTestApp()
  ada = await app.join('ada')
})
after(() => app.close())
const never = new AbortController().signal

/** Creates an item whose first transcoding attempt was killed after it had published a rendition. */
async function killedOnce(): Promise<{ contentId: string; media: string }> {
  const { contentId } = await app.send(ada, await makeTestPatternClip('avi', { seconds: 2 }), 'clip.avi')
  const late = transcodeContent({ contentId }, { signal: never })
  await waitUntil(() =>
    db.selectFrom('renditions').select('name').where('content_id', '=', contentId).executeTakeFirst(),
  )
  const killed = { fence: 2, heartbeat_at: new Date(0), state: 'encoding' as const }
  await db.updateTable('streams').set(killed).where('content_id', '=', contentId).execute()
  await late
  const { playback_id } = await db
    .selectFrom('content')
    .select('playback_id')
    .where('id', '=', contentId)
    .executeTakeFirstOrThrow()
  return { contentId, media: join(app.dataDir, 'files/media', playback_id) }
}

test('partial files of a killed transcoding attempt are deleted when transcoding completes', async () => {
  const { contentId, media } = await killedOnce()
  const half = '1/360p.01a20062-01bb-7a20-9355-d9d3356560a6.part'
  await mkdir(join(media, half))
  await writeFile(join(media, half, 'seg_1.m4s'), 'x')
  await transcodeContent({ contentId }, { signal: never })
  const left = await readdir(join(media, '1'))
  assert.ok(left.includes('240p') && left.every((name) => !name.startsWith('360p')), left.join())
})

test(
  'when a worker takes over a killed worker’s job, it ends ffmpeg processes left behind by the killed worker',
  { skip: process.platform !== 'linux' && 'tells by /proc' },
  async () => {
    const { contentId } = await killedOnce()
    const folder = join(app.dataDir, 'work', `${contentId}-1`)
    const left = spawn('tail', ['-q', '-f', '/dev/null', join(folder, 'input')], {
      argv0: 'ffmpeg',
      stdio: 'ignore',
    })
    const another = spawn('tail', ['-q', '-f', '/dev/null', `${folder}1`], {
      argv0: 'ffmpeg',
      stdio: 'ignore',
    })
    const ended = once(left, 'exit')
    await transcodeContent({ contentId }, { signal: never })
    assert.deepEqual(await ended, [null, 'SIGKILL'])
    assert.equal(another.exitCode ?? another.signalCode, null, 'work on another try goes on')
    another.kill()
  },
)

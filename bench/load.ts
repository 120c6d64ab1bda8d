/*
 * `npm run bench:load` load-tests the site with many concurrent people and compares the results with
 * thresholds. `--only viewers`, `--only listeners` or `--only transcoding` runs one part of the benchmark.
 * `--people 200` sets the number of people, and `--seconds 20` sets the duration. The simulated people run in
 * this process, on the same machine as the server, so they compete with the server for CPU time.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { createDataDir, startServerProcess } from '#tests/support/processes/server-process.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import { benchLiveCommentDelivery } from './load/live-comment-delivery.ts'
import { benchApiDuringTranscoding } from './load/api-during-transcoding.ts'
import { benchVideoViewers } from './load/video-viewers.ts'
import { printMachineInfo } from './machine-info.ts'
import { makeSourceClips } from './source-clips.ts'
import { printMetrics } from './bench-metrics.ts'

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    people: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
  },
})
const people = Number(asked.people)
const seconds = Number(asked.seconds)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

printMachineInfo()
const folder = await mkdtemp(join(tmpdir(), 'afterbell-load-'))
const dataDir = await createDataDir()
const server = await startServerProcess({ dataDir, env: { PACE: '0' } })
let over = 0
try {
  const maker = await signUpOverHttp(server.url, 'maker')
  const path = await createTestClip(undefined, { seconds: 24, width: 640, height: 360 })
  const { contentId } = await uploadAndAwaitProcessing(maker, {
    path,
    fileName: 'clip.mp4',
    title: 'The crowd',
    by: 'tus',
  })
  if (isSelected('viewers'))
    over += printMetrics(await benchVideoViewers(maker, contentId, { viewers: people, seconds }))
  if (isSelected('listeners'))
    over += printMetrics(await benchLiveCommentDelivery(maker, contentId, { listeners: people, seconds }))
  if (isSelected('transcoding')) {
    const [film] = await makeSourceClips(folder)
    over += printMetrics(await benchApiDuringTranscoding(maker, contentId, film.path, server.pid))
  }
} finally {
  await server.stop()
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
}
printMachineInfo()
console.log(over === 0 ? 'all thresholds met' : `${over} thresholds missed`)
process.exit(over === 0 ? 0 : 1)

function isSelected(part: string): boolean {
  return asked.only === undefined || asked.only === part
}

/*
 * Many people at once, each figure beside its bar: `npm run bench:load`. `--only viewers`, `listeners` or `transcoding` for one
 * part, `--people 200` for another crowd, `--seconds 20` for how long. The crowd lives in this process, on the same machine as
 * the server: what it costs is in the figures too.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeClip } from '#tests/support/clips.ts'
import { freshDataDir, startServer } from '#tests/support/server.ts'
import { joined } from '#tests/media/member.ts'
import { upload } from '#tests/media/upload.ts'
import { listenLive } from './load/listeners.ts'
import { askWhileTranscoding } from './load/transcoding.ts'
import { watch } from './load/viewers.ts'
import { tellMachine } from './machine.ts'
import { sources } from './sources.ts'
import { print } from './table.ts'

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

tellMachine()
const folder = await mkdtemp(join(tmpdir(), 'afterbell-load-'))
const dataDir = await freshDataDir()
const server = await startServer({ dataDir, env: { PACE: '0' } })
let over = 0
try {
  const maker = await joined(server.url, 'maker')
  const path = await makeClip(undefined, { seconds: 24, width: 640, height: 360 })
  const { contentId } = await upload(maker, { path, fileName: 'clip.mp4', title: 'The crowd', by: 'tus' })
  if (wants('viewers')) over += print(await watch(maker, contentId, { viewers: people, seconds }))
  if (wants('listeners'))
    over += print(await listenLive(server.url, contentId, { listeners: people, seconds }))
  if (wants('transcoding')) {
    const [film] = await sources(folder)
    over += print(await askWhileTranscoding(maker, contentId, film.path, server.pid))
  }
} finally {
  await server.stop()
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
}
tellMachine()
console.log(over === 0 ? 'every bar holds' : `${over} missed`)
process.exit(over === 0 ? 0 : 1)

function wants(part: string): boolean {
  return asked.only === undefined || asked.only === part
}

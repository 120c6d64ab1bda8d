import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { nasties } from '#tests/support/nasty/all.ts'
import { attempt } from './attempt.ts'
import { canary } from './canary.ts'
import { openPlace } from './place.ts'

/** A machine on which bubblewrap is not allowed to make namespaces. */
const tools = await mkdtemp(join(tmpdir(), 'afterbell-no-walls-'))
await writeFile(
  join(tools, 'bwrap'),
  '#!/bin/sh\necho "No permissions to create new namespace" >&2\nexit 1\n',
  {
    mode: 0o755,
  },
)
const bait = await canary()
const place = await openPlace({ PATH: `${tools}:${process.env['PATH']}` })
after(async () => {
  await place.close()
  await bait.close()
  await rm(tools, { recursive: true })
})

const files =
  `list-behind-ftyp.mp4 list-in-subtitles.avi reference-movie.mov many-times.mp4 too-long.mkv lie.png
  place-6.jpg`.split(/\s+/)

test('without user namespaces the lists and limits alone still hold, and one loud line says so', async () => {
  const loud = () => place.said.filter((line) => line.includes('WARNING'))
  const wrong: string[] = []
  for (const name of files) {
    const { wrongs } = await attempt(
      place,
      bait,
      nasties.find((one) => one.name === name)!,
    )
    wrong.push(...wrongs.map((one) => `${name}: ${one}`))
  }
  assert.deepEqual(wrong, [])
  assert.equal(loud().length, 1)
  assert.match(loud()[0]!, /"level":"warn".*without bubblewrap \(user namespaces\): limits and lists/)
})

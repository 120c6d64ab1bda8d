import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { hostileFiles } from '#tests/support/hostile-files/all-hostile-files.ts'
import { checkHostileFile } from './hostile-file-check.ts'
import { startCanary } from './canary.ts'
import { describeOutcome, type HostileFile } from '#tests/support/hostile-files/hostile-file.ts'
import { openValidationSite } from './validation-site.ts'

const bait = await startCanary()
const place = await openValidationSite()
after(async () => {
  await place.close()
  await bait.close()
})

/** A dozen that go through ffmpeg, of every kind; `npm run test:upload-validation` has all. */
const looked =
  `list-behind-ftyp.mp4 list-in-subtitles.avi sound-only.webm head-only.mkv no-index.mp4 zeroed.mp4
  many-times.mp4 far-chunks.mp4 gap.mp4 tracks-17.mkv too-wide.mp4 too-small.mp4 too-fast.mp4 too-long.mkv ffv1.mkv`.split(
    /\s+/,
  )
const kept = ['page-inside.mp4', '../../../etc/passwd.mp4']
const still =
  `lie.jpg bomb.png drawing-file.webp half.png many-frames.gif words-bomb.png place-6.jpg page-behind.gif
  too-heavy.jpg`.split(/\s+/)

test('what is no film is refused before a job exists, in the words of the specification, and leaves nothing', async () => {
  await tryAll(hostileFiles.filter(isSeenAtOnce))
})

test('what cannot be a video here is refused once by the worker, in words for its owner, and leaves nothing', async () => {
  await tryAll(named(looked))
})

test('a healthy film under a strange name, with a page inside, is kept, and hands on none of it', async () => {
  await tryAll(named(kept))
})

test('bombs, lies, drawings and halves are no pictures; what is kept is encoded anew, upright and bare', async () => {
  await tryAll(named(still))
})

test('nobody ever knocked at the canary’s port', () => {
  assert.deepEqual(bait.knocks, [])
})

async function tryAll(files: HostileFile[]): Promise<void> {
  const wrong: string[] = []
  for (const nasty of files) {
    const { got, wrongs } = await checkHostileFile(place, bait, nasty)
    if (wrongs.length > 0) wrong.push(`${nasty.name}: ${describeOutcome(got.outcome)}: ${wrongs.join('; ')}`)
  }
  assert.deepEqual(wrong, [])
}

function named(names: string[]): HostileFile[] {
  return names.map(
    (name) => hostileFiles.find((one) => one.name === name) ?? assert.fail(`there is no ${name}`),
  )
}

/** Refused by its name, its size or its first bytes: no ffmpeg looks at it. */
function isSeenAtOnce({ door, outcomes }: HostileFile): boolean {
  return door === 'video' && outcomes.every((one) => one !== 'kept' && one.when !== 'processing')
}

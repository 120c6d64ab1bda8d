import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { hostileFiles } from '#tests/support/hostile-files/all-hostile-files.ts'
import { checkHostileFile, type FileCheckReport } from './hostile-file-check.ts'
import { startSandboxCanary } from './sandbox-canary.ts'
import { describeUploadOutcome, type HostileFile } from '#tests/support/hostile-files/hostile-file.ts'
import { startUploadValidationTestSite } from './upload-validation-test-site.ts'

const canary = await startSandboxCanary()
const site = await startUploadValidationTestSite()
after(async () => {
  await site.close()
  await canary.close()
})

/**
 * Hostile files that reach ffmpeg, one of each kind. `npm run test:upload-validation` sends all hostile
 * files.
 */
const processed =
  `list-behind-ftyp.mp4 list-in-subtitles.avi sound-only.webm head-only.mkv no-index.mp4 zeroed.mp4
  many-times.mp4 far-chunks.mp4 gap.mp4 tracks-17.mkv too-wide.mp4 too-small.mp4 too-fast.mp4 too-long.mkv ffv1.mkv`.split(
    /\s+/,
  )
const accepted = ['page-inside.mp4', '../../../etc/passwd.mp4']
const images =
  `lie.jpg bomb.png drawing-file.webp half.png many-frames.gif words-bomb.png place-6.jpg page-behind.gif
  too-heavy.jpg`.split(/\s+/)

test('a file that is not a video is refused before a processing job is created', async () => {
  await tryAll(hostileFiles.filter(isRefusedImmediately))
})

test('the worker refuses an unusable video without retrying and tells the owner why', async () => {
  await tryAll(named(processed))
})

test('accepts a video with a strange name and embedded HTML, and serves neither the name nor the HTML', async () => {
  await tryAll(named(accepted))
})

test('invalid images are refused, and accepted images are re-encoded without metadata', async () => {
  const reports = await tryAll(named(images))
  assert.ok(
    reports.some(({ memory }) => memory > 0),
    'measures the memory of the decoders',
  )
})

test('no uploaded file triggers an outgoing connection to the test’s canary port', () => {
  assert.deepEqual(canary.connections, [])
})

async function tryAll(files: HostileFile[]): Promise<FileCheckReport[]> {
  const failures: string[] = []
  const reports: FileCheckReport[] = []
  for (const hostileFile of files) {
    const report = await checkHostileFile(site, canary, hostileFile)
    const { result, problems } = report
    reports.push(report)
    if (problems.length > 0)
      failures.push(`${hostileFile.name}: ${describeUploadOutcome(result.outcome)}: ${problems.join('; ')}`)
  }
  assert.deepEqual(failures, [])
  return reports
}

function named(names: string[]): HostileFile[] {
  return names.map(
    (name) => hostileFiles.find((one) => one.name === name) ?? assert.fail(`there is no ${name}`),
  )
}

/** Returns whether the file is refused because of its name, size or first bytes, before ffmpeg runs. */
function isRefusedImmediately({ target, outcomes }: HostileFile): boolean {
  return target === 'video' && outcomes.every((one) => one !== 'kept' && one.when !== 'processing')
}

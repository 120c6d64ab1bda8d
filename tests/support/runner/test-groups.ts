import { readFile } from 'node:fs/promises'

/** The number of test files that run in one process. */
const groupSize = 20

/**
 * Browser tests that check one property on every page or screen, kill the server, or cover a part of the site
 * that rarely changes.
 */
const ciOnlyBrowserTests = new RegExp(
  `^tests/e2e/(interface/(?!page-weight)|${[
    'accounts/(contact-form|dashboard-settings|data-export|openid-connect|passkeys|safety-defaults|wellbeing)',
    'broadcasts/(chat-states|chat-studio|encoder|scheduled-broadcasts)',
    'browse/(narrow-screens|video-cards)',
    'moderation/(appeals|moderate-user-generated-content|metrics-page|reject-replacement)',
    'social/(analytics|following)',
    'uploads/(automatic-captions|caption-editor|caption-editor-speed|client-side-processing|replace-video|trim-and-camera|upload-captions|upload-queue|upload-resumption)',
    'watch/(ads|blocked-words|broadcast-interruptions|broadcasts|captions|live-captions|series-visibility|timecodes|transcript|video-prefetch|watch-history-sync-question)',
  ].join('|')})`,
)

/** Tests of live sources that are killed, damaged or too large. */
const ciOnlyMediaTests = /^media\/live\/(hostile|kill|resume)/

/**
 * Tests of backups, storage, failing workers and other parts that rarely change, and the test that crawls
 * every page.
 */
const ciOnlyNodeTests = new RegExp(
  `^tests/(${[
    'access/(crawl|pseudo-locale)',
    'api/operations/(backup-and-restore|restore-previous-release|shutdown)',
    'pipeline/(automatic-captions|broadcasts/(broadcast-(stop|takeover)|encoder-broadcast)|caption-playback|demo-content|disk-full|killed-transcode-attempts|idle-encoding/idle-encoding|orphan-sweep|pieces/(failed-)?transcode-pieces|removed-video-reupload|replacements|s3-uploads|site-integrity-verification|text-tracks|transcode-queue)',
  ].join('|')})\\.`,
)

/**
 * Whether a test file tests the server under faults, random operations or hostile input, or measures response
 * times. These files keep both cores busy, and tests that run at the same time would distort the
 * measurements.
 */
export function isResilienceTest(file: string): boolean {
  return (
    /^tests\/(consistency|fault-injection|fuzz|upload-validation)\//.test(file) ||
    /(timing-side-channel|moderation-speed|upload-id-isolation-\w+-storage)\.test\.ts$/.test(file)
  )
}

/** Whether `npm test` without arguments skips a test file. CI runs such files with `npm run test:all`. */
export function isCiOnlyTest(file: string): boolean {
  return (
    isResilienceTest(file) ||
    ciOnlyNodeTests.test(file) ||
    ciOnlyMediaTests.test(file) ||
    ciOnlyBrowserTests.test(file)
  )
}

const processesVideo = (group: string[]) =>
  group.some((file) => /^media\/|\/(pipeline|preprocessing)\//.test(file))

/**
 * Whether a test file is purely CPU-bound: it waits for nothing except ffmpeg and contains no time limits.
 * CPU-bound files run in parallel with the browser tests, which leave a tenth of the two cores idle.
 */
export function isCpuBoundTest(file: string): boolean {
  return (
    /^media\/(captions\/extract|encode\/|fingerprint\/|hls\/|idle-encoding\/|live\/|pieces\/|probe\/|thumbnails\/|transcription\/)|\/(text-moderation|preprocessing)\//.test(
      file,
    ) && !isResilienceTest(file)
  )
}

/** Matches files that start servers in other processes or replace a function of `node:fs`. */
const filesWithoutGroups =
  /^tests\/pipeline\/(demo-content|fsync|pieces\/(failed-)?transcode-pieces|tracing|web-and-worker-roles)\.test\.ts$/

/** Matches a top-level `await`, because `require` cannot load a module that contains one. */
const topLevelAwait = /^(?!.*=>)(\S.*(\b|=\n {2}))?await\b/m

/**
 * Matches a change to global variables or to the log level, which would affect the other files in a group.
 */
const processWideChange = /(defineProperty|assign|mock\.method)\(globalThis|runner\/enable-info-log/

/**
 * Divides the test files into groups, each of which runs in one process. Importing the server and compiling
 * its hot functions takes more CPU time than running most test files. For example, 45 API test files took 82
 * s of CPU time in 45 processes, and 29 s in one process. The slowest groups start first, so that none of
 * them runs alone at the end. Groups with several files start before groups with one file. Within each kind,
 * groups that process videos start first.
 */
export async function groupTestFiles(files: string[]): Promise<string[][]> {
  const shared: string[][] = []
  const single: string[][] = []
  const group: string[] = []
  for (const file of files.toSorted()) {
    if (await needsOwnProcess(file)) single.push([file])
    else group.push(file)
    if (group.length === groupSize) shared.push(group.splice(0))
  }
  if (group.length > 0) shared.push(group)
  const videosFirst = (one: string[], other: string[]) =>
    Number(processesVideo(other)) - Number(processesVideo(one))
  return [...shared.toSorted(videosFirst), ...single.toSorted(videosFirst)]
}

async function needsOwnProcess(file: string): Promise<boolean> {
  if (isResilienceTest(file) || filesWithoutGroups.test(file)) return true
  const source = await readFile(file, 'utf8')
  return topLevelAwait.test(source) || processWideChange.test(source)
}

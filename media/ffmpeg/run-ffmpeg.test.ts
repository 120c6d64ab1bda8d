import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import test, { after } from 'node:test'
import { detectSandboxTools } from '../sandbox/spawn-sandboxed.ts'
import { runFfmpeg, type FfmpegRunOptions } from './run-ffmpeg.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-run-'))
after(() => rm(folder, { recursive: true }))

// An ffmpeg command that runs for ten minutes. The mark identifies its process in the process list.
const endlessArgs = (mark: string) =>
  `-nostdin -v error -progress pipe:1 -re -f lavfi -i testsrc2=s=64x64:r=10:d=600 -metadata comment=${mark} -f null -`.split(
    ' ',
  )

test('an abort ends all processes of an ffmpeg run, and the run is reported as aborted', async () => {
  const mark = randomUUID()
  const stop = new AbortController()
  const result = await runFfmpeg({
    tool: 'ffmpeg',
    args: endlessArgs(mark),
    signal: stop.signal,
    onLine: () => stop.abort(),
  })
  assert.deepEqual([result.ok, result.aborted, result.killed, result.failed], [false, true, false, false])
  assert.deepEqual(await listRunning(mark), [])
})

test('an ffmpeg run that is aborted during sandbox setup leaves no process behind', async () => {
  const mark = randomUUID()
  for (let n = 0; n < 100; n += 1) {
    const stop = new AbortController()
    const running = runFfmpeg({ tool: 'ffmpeg', args: endlessArgs(mark), signal: stop.signal })
    setTimeout(() => stop.abort(), n % 20)
    assert.equal((await running).aborted, true)
  }
  assert.deepEqual(await listRunning(mark), [])
})

for (const wrapper of ['bwrap', 'setpriv'] as const) {
  test(`leaves no ffmpeg process behind after its parent is killed with SIGKILL (${wrapper})`, async (t) => {
    const have = await detectSandboxTools()
    const works = wrapper === 'bwrap' ? have.bwrap : spawnSync('setpriv', ['--version']).status === 0
    if (!works) return t.skip(`${wrapper} does not work here`)
    const mark = randomUUID()
    const only = { ...have, bwrap: wrapper === 'bwrap', setpriv: wrapper === 'setpriv' }
    const job = JSON.stringify({ tool: 'ffmpeg', args: endlessArgs(mark), tools: only })
    const code = `import { runFfmpeg } from ${JSON.stringify(join(import.meta.dirname, 'run-ffmpeg.ts'))}
      await runFfmpeg({ ...${job}, onLine: (line) => console.log(line) })`
    const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(parent.stdout, 'data')
    assert.notDeepEqual(await listRunning(mark), [])
    parent.kill('SIGKILL')
    await once(parent, 'close')
    await waitUntilGone(mark)
  })
}

test('ends an ffmpeg run that makes no progress', async () => {
  const job: FfmpegRunOptions = {
    tool: 'ffmpeg',
    args: ['-v', 'error', '-f', 'flv', '-i', 'pipe:0', '-f', 'null', '-'],
  }
  const result = await runFfmpeg({ ...job, stdin: new PassThrough(), stallTimeoutSeconds: 0.3 })
  assert.deepEqual([result.ok, result.stalled], [false, true])
})

test('does not treat repeated identical progress reports as progress', async () => {
  // ffmpeg produces one frame and then repeats the same progress report every half second.
  const args =
    '-nostdin -v error -progress pipe:1 -re -f lavfi -i testsrc2=s=64x64:r=1/60:d=600 -f null -'.split(' ')
  const result = await runFfmpeg({ tool: 'ffmpeg', args, stallTimeoutSeconds: 2 })
  assert.equal(result.stalled, true)
})

test('returns the log of a failed ffmpeg command, and reports a missing program as not started', async () => {
  const failed = await runFfmpeg({
    tool: 'ffmpeg',
    args: ['-nostdin', '-v', 'error', '-i', '/nowhere', '-f', 'null', '-'],
  })
  assert.deepEqual([failed.ok, failed.failed, failed.killed], [false, true, false])
  assert.match(failed.log, /No such file/)
  const none = { prlimit: false, nice: false, bwrap: false, setpriv: false }
  const missing = await runFfmpeg({ tool: 'no-such-tool' as 'ffmpeg', args: [], tools: none })
  assert.deepEqual([missing.ok, missing.notStarted], [false, true])
})

test('detects a full disk even if ffmpeg exits with code 0', async () => {
  const args = '-nostdin -y -v error -f lavfi -i testsrc2=s=64x64:d=1 -f rawvideo /dev/full'.split(' ')
  const result = await runFfmpeg({ tool: 'ffmpeg', args })
  assert.deepEqual([result.ok, result.outOfResources], [false, true])
})

test('ffmpeg in the sandbox can read its input file but no other file in the same folder', async (t) => {
  if (!(await detectSandboxTools()).bwrap) return t.skip('bubblewrap does not work here')
  const secret = join(folder, 'secret.txt')
  await writeFile(secret, 'x'.repeat(5000))
  const read = (input?: string) =>
    runFfmpeg({
      tool: 'ffmpeg',
      args: ['-nostdin', '-v', 'error', '-f', 'u8', '-i', secret, '-f', 'null', '-'],
      input,
    })
  assert.equal((await read(secret)).ok, true)
  assert.match((await read()).log, /No such file/)
})

async function listRunning(mark: string) {
  const found: string[] = []
  for (const id of await readdir('/proc')) {
    if (!/^\d+$/.test(id)) continue
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`comment=${mark}`) && !command.includes('import')) found.push(id)
  }
  return found
}

/**
 * Waits until all ffmpeg processes whose command line contains `mark` have ended. The kernel kills such a
 * process shortly after its parent has ended, without notifying the test.
 */
async function waitUntilGone(mark: string) {
  for (const end = Date.now() + 5000; Date.now() < end;) if ((await listRunning(mark)).length === 0) return
  assert.deepEqual(await listRunning(mark), [])
}

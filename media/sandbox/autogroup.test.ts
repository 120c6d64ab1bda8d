import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import test from 'node:test'
import { listProcessTree } from '#tests/support/processes/process-tree.ts'
import { detectSandboxTools } from './spawn-sandboxed.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'

const skip = !existsSync('/proc/self/autogroup') && 'the kernel shares by process alone'

test(
  'applies niceness to a sandbox’s session, but not to the session that started the sandbox',
  { skip },
  async (t) => {
    if (!(await detectSandboxTools()).bwrap) return t.skip('no sandbox here')
    const late = Date.now() + 60_000
    const own = await sessionOf(process.pid)
    const over = new AbortController()
    const endless = ['-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2', '-f', 'null', '-']
    const running = runFfmpeg({ tool: 'ffmpeg', args: endless, signal: over.signal, nice: 15 })
    t.after(() => over.abort())
    let seen: string[] = []
    while (!seen.some((one) => one.includes('nice 15'))) {
      assert.ok(Date.now() < late, `no session stands back after a minute:\n${seen.join('\n')}`)
      await pause(50)
      seen = await Promise.all((await listProcessTree(process.pid)).map(sessionOf))
    }
    assert.equal(await sessionOf(process.pid), own, 'our own session does not')
    over.abort()
    assert.ok((await running).aborted)
  },
)

async function sessionOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => '')
}

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import test, { type TestContext } from 'node:test'
import { killSandboxes, sandboxOwnerEnvVariable, getCurrentSandboxOwner } from './orphaned-sandboxes.ts'
import { buildSandboxCommand } from './sandbox-command.ts'

const skip = process.platform !== 'linux' && 'tells by /proc'

/**
 * Starts a process that keeps running and looks like a sandbox owned by the process that `mark` identifies.
 */
async function sandboxOf(t: TestContext, mark: string): Promise<ChildProcess> {
  const child = spawn('tail', ['-q', '-f', '/dev/null', '--', '--setenv', sandboxOwnerEnvVariable, mark], {
    argv0: 'bwrap',
    stdio: 'ignore',
  })
  t.after(() => child.kill())
  await once(child, 'spawn')
  return child
}

const exitStatus = ({ signalCode, exitCode }: ChildProcess) => signalCode ?? exitCode

test('labels every sandbox with the ID of the process that owns it', { skip }, () => {
  const options = { cpuSeconds: 1, memory: 1 }
  const command = buildSandboxCommand(
    { prlimit: true, nice: true, bwrap: true, setpriv: false },
    options,
    getCurrentSandboxOwner(),
  )
  assert.match(command.join(' '), new RegExp(`--setenv ${sandboxOwnerEnvVariable} ${process.pid}:\\d+:\\d+ `))
})

test('at startup, kills only sandboxes whose owner process is dead', { skip }, async (t) => {
  const dead = spawn('sleep', ['60'])
  await once(dead, 'spawn')
  const stat = readFileSync(`/proc/${dead.pid}/stat`, 'utf8')
  const [, start, namespace] = getCurrentSandboxOwner()!.split(':')
  const since = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  const mark = `${dead.pid}:${since}:${namespace}`
  const [orphan, mine, reused, elsewhere] = await Promise.all([
    sandboxOf(t, mark),
    sandboxOf(t, getCurrentSandboxOwner()!),
    sandboxOf(t, `${process.pid}:${Number(start) - 1}:${namespace}`),
    sandboxOf(t, `${dead.pid}:${since}:1`),
  ])
  const ended = once(reused, 'exit')
  await killSandboxes('the dead')
  await ended
  assert.deepEqual([orphan, mine, elsewhere].map(exitStatus), [null, null, null])
  dead.kill('SIGKILL')
  await once(dead, 'exit')
  const gone = once(orphan, 'exit')
  await killSandboxes('the dead')
  await gone
  assert.deepEqual([mine, elsewhere].map(exitStatus), [null, null])
})

test('a stopping process kills only its own sandboxes', { skip }, async (t) => {
  const [, start, namespace] = getCurrentSandboxOwner()!.split(':')
  const mine = await sandboxOf(t, getCurrentSandboxOwner()!)
  const other = await sandboxOf(t, `${process.ppid}:${start}:${namespace}`)
  const ended = once(mine, 'exit')
  assert.equal(await killSandboxes('mine'), 1)
  await ended
  assert.equal(exitStatus(other), null)
})

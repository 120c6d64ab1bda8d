import assert from 'node:assert/strict'
import test from 'node:test'
import { buildSandboxCommand } from './sandbox-command.ts'

const options = { input: '/data/up/film', folder: '/data/job', cpuSeconds: 60.2, memory: 1024 }

test('the sandbox command sets resource limits first, then niceness, then isolation', () => {
  const command = buildSandboxCommand({ prlimit: true, nice: true, bwrap: true, setpriv: true }, options)
  assert.deepEqual(
    ['prlimit', 'nice', 'bwrap'].map((name) => command.indexOf(name)).toSorted((a, b) => a - b),
    [0, command.indexOf('nice'), command.indexOf('bwrap')],
  )
  assert.ok(command.includes('--cpu=61') && command.includes('--as=1024'))
  assert.ok(command.includes('--unshare-all') && command.includes('--die-with-parent'))
})

test('the sandbox command mounts only the job folder as writable and only the input file as read-only', () => {
  const command = buildSandboxCommand({ prlimit: false, nice: false, bwrap: true, setpriv: false }, options)
  const writable = command.flatMap((word, i) => (word === '--bind' ? [command[i + 1]] : []))
  const readable = command.flatMap((word, i) => (word === '--ro-bind' ? [command[i + 1]] : []))
  assert.deepEqual(writable, ['/data/job'])
  assert.deepEqual(readable, ['/data/up/film'])
})

test('kills ffmpeg when its parent process ends, even without bubblewrap', () => {
  const command = buildSandboxCommand({ prlimit: false, nice: false, bwrap: false, setpriv: true }, options)
  assert.deepEqual(command.slice(0, 3), ['setpriv', '--pdeathsig', 'KILL'])
})

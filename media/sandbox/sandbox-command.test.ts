import assert from 'node:assert/strict'
import test from 'node:test'
import { sandboxCommand } from './sandbox-command.ts'

const cell = { input: '/data/up/film', folder: '/data/job', cpuSeconds: 60.2, memory: 1024 }

test('nests limits, niceness and isolation in this order', () => {
  const words = sandboxCommand({ prlimit: true, nice: true, bwrap: true, setpriv: true }, cell)
  assert.deepEqual(
    ['prlimit', 'nice', 'bwrap'].map((name) => words.indexOf(name)).toSorted((a, b) => a - b),
    [0, words.indexOf('nice'), words.indexOf('bwrap')],
  )
  assert.ok(words.includes('--cpu=61') && words.includes('--as=1024'))
  assert.ok(words.includes('--unshare-all') && words.includes('--die-with-parent'))
})

test('exposes only the job folder for writing and only the input file for reading', () => {
  const words = sandboxCommand({ prlimit: false, nice: false, bwrap: true, setpriv: false }, cell)
  const writable = words.flatMap((word, i) => (word === '--bind' ? [words[i + 1]] : []))
  const readable = words.flatMap((word, i) => (word === '--ro-bind' ? [words[i + 1]] : []))
  assert.deepEqual(writable, ['/data/job'])
  assert.deepEqual(readable, ['/data/up/film'])
})

test('ends ffmpeg with its parent even without bubblewrap', () => {
  const words = sandboxCommand({ prlimit: false, nice: false, bwrap: false, setpriv: true }, cell)
  assert.deepEqual(words.slice(0, 3), ['setpriv', '--pdeathsig', 'KILL'])
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import test from 'node:test'
import { promisify } from 'node:util'

/** Allocates 1 GB of buffers, each of which is garbage at once, and prints the number of full garbage collections. */
const allocateBuffers = `
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'
globalThis.heap = Array.from({ length: 500_000 }, (_, n) => ({ n, text: String(n) }))
let full = 0
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) full += 1
}).observe({ entryTypes: ['gc'] })
for (let n = 0; n < 16_000; n += 1) {
  Buffer.allocUnsafeSlow(65_536)
  if (n % 4 === 0) await turn()
}
await turn()
console.log(full)
`

test('short-lived buffers cause few full garbage collections', async () => {
  const runtime = new URL('./node-runtime.ts', import.meta.url).href
  const args = ['--input-type=module', '--import', runtime, '--eval', allocateBuffers]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
  assert.equal(stderr, '') // V8 prints an error if it does not know a flag.
  assert.ok(Number(stdout) <= 3, `${stdout.trim()} full garbage collections`)
})

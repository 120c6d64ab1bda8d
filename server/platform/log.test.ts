import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import test from 'node:test'
import { promisify } from 'node:util'
import { escapeControlCharacters } from './log.ts'

const run = promisify(execFile)

test('writes each log event as one JSON line by escaping line breaks in logged values', async () => {
  const script = `import { log } from './server/platform/log.ts'
    log.warn('trouble', { error: 'a\\n{"level":"error","message":"made up"}\\u001b[2J' })`
  const env = { ...process.env, LOG_LEVEL: 'info' }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env })
  const lines = stdout.trimEnd().split('\n')
  assert.equal(lines.length, 1)
  const { time, level, message } = JSON.parse(lines[0]!) as Record<string, string>
  assert.deepEqual([level, message], ['warn', 'trouble'])
  assert.match(time!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('escapes control characters for output on a terminal, but keeps the line breaks of a stack trace', () => {
  assert.equal(escapeControlCharacters('a\nb\u001b[2J\r\u009b'), String.raw`a\u000ab\u001b[2J\u000d\u009b`)
  assert.equal(escapeControlCharacters('Error: x\n    at y (z.ts:1:1)'), 'Error: x\n    at y (z.ts:1:1)')
})

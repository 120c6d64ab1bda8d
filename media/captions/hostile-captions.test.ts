import assert from 'node:assert/strict'
import test from 'node:test'
import { hostileCaptions } from '#tests/support/hostile-files/hostile-captions.ts'
import { CaptionFileError } from './caption-problems.ts'
import { parseCaptionFile } from './parse-captions.ts'
import { serializeWebVtt } from './serialize-captions.ts'

/**
 * The maximum CPU time for one file, in milliseconds. The limit allows for other tests that use the CPU at
 * the same time.
 */
const bar = 1000

for (const { what, bytes, refused, line, cleaned } of hostileCaptions)
  test(`${refused ? 'refuses' : 'cleans'} captions: ${what}`, () => {
    const file = bytes()
    const start = process.cpuUsage()
    if (refused)
      assert.throws(
        () => parseCaptionFile(file),
        (error) => {
          assert.ok(error instanceof CaptionFileError, String(error))
          assert.equal(error.problems[0]!.code, refused)
          if (line !== undefined) assert.equal(error.problems[0]!.line, line)
          assert.ok(error.problems.length <= 20)
          return true
        },
      )
    else {
      const cues = parseCaptionFile(file)
      assert.equal(cues.flatMap(({ lines }) => lines).join('|'), cleaned)
      const vtt = serializeWebVtt(cues)
      assert.doesNotMatch(vtt, /STYLE|REGION|region:|<(?!\/?[biuv][ >])|size:900|align:</)
      assert.equal(
        serializeWebVtt(parseCaptionFile(Buffer.from(vtt))),
        vtt,
        'a cleaned file is not changed again',
      )
    }
    const { user, system } = process.cpuUsage(start)
    assert.ok(user + system < bar * 1000, `${(user + system) / 1000} ms`)
  })

test('the corpus of hostile captions has at least 40 files', () => {
  assert.ok(hostileCaptions.length >= 40)
})

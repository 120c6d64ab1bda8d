import assert from 'node:assert/strict'
import test from 'node:test'
import { CaptionFileError } from './caption-problems.ts'
import { buildCaptionPlaylist, buildCaptionSegment } from './caption-segments.ts'
import { parseCaptionFile, parseCaptionText } from './parse-captions.ts'
import { serializeSrt, serializeWebVtt } from './serialize-captions.ts'

const vtt = `WEBVTT - A film

intro
00:01.000 --> 00:03.500 line:0 align:start region:x
<v Ann>Hello, <i>you</i>.
And “you” — café.

NOTE a comment

01:00:00.000 --> 01:00:02.000
♪ Music ♪
`
const srt = `1\r
00:00:01,000 --> 00:00:03,500\r
Hello, <i>you</i>.\r
And “you” — café.\r
\r
2\r
01:00:00,000 --> 01:00:02,000\r
♪ Music ♪\r
`

test('parses WebVTT files that contain cue IDs, settings, comments and speakers', () => {
  assert.equal(
    serializeWebVtt(parseCaptionText(vtt)),
    `WEBVTT

00:00:01.000 --> 00:00:03.500 line:0 align:start
<v Ann>Hello, <i>you</i>.</v>
<v Ann>And “you” — café.</v>

01:00:00.000 --> 01:00:02.000
♪ Music ♪
`,
  )
})

test('reads SubRip, and converts it to WebVTT and back without changes', () => {
  const cues = parseCaptionText(srt)
  assert.deepEqual(
    cues.map(({ start, end, lines }) => [start, end, ...lines]),
    [
      [1000, 3500, 'Hello, <i>you</i>.', 'And “you” — café.'],
      [3_600_000, 3_602_000, '♪ Music ♪'],
    ],
  )
  assert.equal(serializeSrt(cues), `${srt}\r\n`)
  assert.equal(serializeSrt(parseCaptionText(serializeWebVtt(cues))), serializeSrt(cues))
})

test('a SubRip file stays valid even if the text of a caption looks like a timing line', () => {
  const cues = parseCaptionText('WEBVTT\n\n00:01.000 --> 00:02.000\n00:03.000 --&gt; 00:04.000\n')
  assert.equal(parseCaptionText(serializeSrt(cues)).length, 1)
})

test('reads the same text from UTF-8 and UTF-16, with and without a byte order mark', () => {
  const expected = serializeWebVtt(parseCaptionText(vtt))
  const le = (text: string) => Buffer.from(text, 'utf16le')
  for (const [name, bytes] of Object.entries({
    'UTF-8': Buffer.from(vtt),
    'UTF-8 with a mark': Buffer.from(`\ufeff${vtt}`),
    'UTF-16 LE': le(vtt),
    'UTF-16 LE with a mark': le(`\ufeff${vtt}`),
    'UTF-16 BE': le(vtt).swap16(),
    'UTF-16 BE with a mark': le(`\ufeff${vtt}`).swap16(),
    'line ends of Windows': Buffer.from(vtt.replaceAll('\n', '\r\n')),
    'line ends of old Macs': Buffer.from(vtt.replaceAll('\n', '\r')),
  }))
    assert.equal(serializeWebVtt(parseCaptionFile(bytes)), expected, name)
})

test('reports an unknown encoding for a Windows-1252 file, and reads the file once the encoding is given', () => {
  const bytes = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n\x93caf\xe9\x94\n', 'latin1')
  assert.throws(() => parseCaptionFile(bytes), { problems: [{ code: 'encoding_unknown', line: null }] })
  assert.deepEqual(parseCaptionFile(bytes, 'windows-1252')[0]!.lines, ['“café”'])
  const utf8 = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\ncafé\n')
  assert.deepEqual(parseCaptionFile(utf8, 'windows-1252')[0]!.lines, ['café'], 'UTF-8 is recognized anyway')
})

test('reports all problems in a caption file at once, with their line numbers', () => {
  const bad = 'WEBVTT\n\n00:05.000 --> 00:01.000\na\n\nstray\n\n00:1.000 --> 00:02.000\nb\n'
  assert.throws(
    () => parseCaptionText(bad),
    (error) => {
      assert.ok(error instanceof CaptionFileError)
      assert.deepEqual(error.problems, [
        { code: 'time_order', line: 3 },
        { code: 'stray_text', line: 6 },
        { code: 'time_invalid', line: 8 },
      ])
      return true
    },
  )
})

test('caption segments cover the whole video, and each segment contains every cue shown during it', () => {
  const cues = parseCaptionText('WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n00:03.000 --> 00:09.000\nb\n')
  const playlist = buildCaptionPlaylist(9.5)
  assert.deepEqual(
    [...playlist.matchAll(/^#EXTINF:(.*),\n(.*)$/gm)].map(([, seconds, file]) => [seconds, file]),
    [
      ['4.000', '1.vtt'],
      ['4.000', '2.vtt'],
      ['1.500', '3.vtt'],
    ],
  )
  const texts = [1, 2, 3].map((number) => buildCaptionSegment(cues, number))
  assert.deepEqual(
    texts.map((text) => [text.includes('\na\n'), text.includes('\nb\n')]),
    [
      [true, true],
      [false, true],
      [false, true],
    ],
  )
  for (const text of texts)
    assert.ok(text.startsWith('WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:3600\n\n'), text)
})

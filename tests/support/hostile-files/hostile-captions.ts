import { gzipSync } from 'node:zlib'
import type { CaptionProblemCode } from '#media/captions/caption-problems.ts'

/**
 * A caption file that must either be refused with one of the listed problems, or be accepted with all
 * dangerous text removed.
 */
export interface HostileCaptions {
  what: string
  bytes: () => Uint8Array
  refused?: CaptionProblemCode
  /** The line number that the first problem must report. */
  line?: number
  /** The text of the cleaned cues. Lines and cues are both separated by `|`. */
  cleaned?: string
}

const cue = (text: string, time = '00:01.000 --> 00:02.000') => `WEBVTT\n\n${time}\n${text}\n`
const text = (value: string) => () => Buffer.from(value)
const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16()
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)

const cleans = (what: string, value: string, cleaned: string): HostileCaptions => ({
  what,
  bytes: text(value),
  cleaned,
})
const refuses = (
  what: string,
  refused: CaptionProblemCode,
  bytes: string | (() => Uint8Array),
  line?: number,
): HostileCaptions => ({
  what,
  bytes: typeof bytes === 'string' ? text(bytes) : bytes,
  refused,
  ...(line !== undefined && { line }),
})

const scripts: HostileCaptions[] = [
  cleans('script in a cue', cue('<script>alert(1)</script>hi'), 'hi'),
  cleans('script across two lines', cue('<script>\nalert(1)\n</script>\nhi'), 'hi'),
  cleans('script without an end', cue('hi\n<script>alert(1)'), 'hi'),
  cleans('script in a SubRip file', '1\n00:00:01,000 --> 00:00:02,000\n<script>alert(1)</script>hi\n', 'hi'),
  cleans('image with an event handler', cue('<img src=x onerror=alert(1)>hi'), 'hi'),
  cleans('event handler on an allowed tag', cue('<b onclick=alert(1)>hi</b>'), '<b>hi</b>'),
  cleans('escaped script', cue('&lt;script&gt;hi&lt;/script&gt;'), '&lt;script&gt;hi&lt;/script&gt;'),
  cleans('twice escaped script', cue('&amp;lt;script&amp;gt;'), '&amp;lt;script&amp;gt;'),
  cleans('script as numeric references', cue('&#60;script&#62;hi'), '&lt;script&gt;hi'),
  cleans('speaker with markup', cue('<v Ann&lt;script&gt;>hi'), '<v Annscript>hi</v>'),
  cleans('speaker of 5,000 letters', cue(`<v ${'x'.repeat(1900)}>hi`), `<v ${'x'.repeat(60)}>hi</v>`),
  cleans('half a tag at the end', cue('hi <b'), 'hi'),
  cleans('classes', cue('<c.red.bg_blue>hi</c> <b.loud>you</b>'), 'hi <b>you</b>'),
  cleans('inner timestamps', cue('one <00:01.500>two'), 'one two'),
  cleans('tags in the wrong order', cue('<b><i>hi</b> you</i>'), '<b><i>hi</i></b><i> you</i>'),
  cleans('tags never closed', cue('<b><i><u>hi\nyou'), '<b><i><u>hi</u></i></b>|<b><i><u>you</u></i></b>'),
  cleans('a thousand nested tags', cue(`${'<b>'.repeat(600)}hi`), '<b>hi</b>'),
  cleans(
    'SubRip with HTML',
    '1\n00:00:01,000 --> 00:00:02,000\n<font color="red" onload="x()">hi</font> <3\n',
    'hi &lt;3',
  ),
  cleans('SubRip with commands', '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}{\\fad(1,2)}hi\n', 'hi'),
]

const styles: HostileCaptions[] = [
  cleans(
    'style sheet',
    `WEBVTT\n\nSTYLE\n::cue { background: url(//evil.example/) }\n\n${cue('hi').slice(8)}`,
    'hi',
  ),
  cleans('style tag in a cue', cue('<style>*{display:none}</style>hi'), 'hi'),
  cleans(
    'region that covers the picture',
    `WEBVTT\n\nREGION\nid:a width:100% lines:100\n\n00:01.000 --> 00:02.000 region:a\nhi\n`,
    'hi',
  ),
  cleans(
    'settings out of range',
    cue('hi', '00:01.000 --> 00:02.000 size:900% line:9999999 position:-5%'),
    'hi',
  ),
  cleans('settings with script', cue('hi', '00:01.000 --> 00:02.000 align:<script>'), 'hi'),
  cleans('comment with script', `WEBVTT\n\nNOTE <script>\nalert(1)\n\n${cue('hi').slice(8)}`, 'hi'),
]

const characters: HostileCaptions[] = [
  cleans('right-to-left override', cue('safe\u202Eexe.txt'), 'safeexe.txt'),
  cleans('control characters', cue('h\u0007\u001b[31mi'), 'h[31mi'),
  cleans('tower of marks', cue(`a${'\u0301'.repeat(200)}b`), `a${'\u0301'.repeat(6)}b`),
  cleans('references to control characters', cue('&#7;&#0;&#xD800;&#x110000;hi'), 'hi'),
  refuses('NUL', 'not_text', cue('h\0i')),
  refuses('only NULs', 'not_text', () => Buffer.alloc(2000)),
  refuses('bytes that are no UTF-8', 'encoding_unknown', () => Buffer.from(cue('caf\xe9'), 'latin1')),
  refuses('overlong UTF-8', 'encoding_unknown', () =>
    Buffer.concat([Buffer.from(cue('a')), Buffer.from([0xc0, 0xbc])]),
  ),
  refuses('half a UTF-16 file', 'encoding_broken', () =>
    Buffer.from(`\ufeff${cue('hi')}`, 'utf16le').subarray(0, -1),
  ),
  refuses('lone surrogates', 'encoding_broken', () => Buffer.from(`\ufeff${cue('\ud800')}`, 'utf16le')),
  refuses('UTF-32', 'not_text', () => Buffer.from([0xff, 0xfe, 0, 0, 0x57, 0, 0, 0])),
  { what: 'UTF-16 without a byte order mark', bytes: () => utf16be(cue('hi')), cleaned: 'hi' },
]

const times: HostileCaptions[] = [
  refuses('negative start', 'time_invalid', cue('hi', '-00:01.000 --> 00:02.000'), 3),
  refuses('end before the start', 'time_order', cue('hi', '00:02.000 --> 00:01.000'), 3),
  refuses('no duration', 'time_order', cue('hi', '00:02.000 --> 00:02.000'), 3),
  refuses('61 seconds', 'time_invalid', cue('hi', '00:61.000 --> 00:62.000'), 3),
  refuses('a year', 'time_too_late', cue('hi', '00:01.000 --> 876:00:00.000'), 3),
  refuses(
    'hours without an end',
    'time_invalid',
    cue('hi', `${'9'.repeat(1500)}:00:00.000 --> 00:02.000`),
    3,
  ),
  refuses('arrow without times', 'time_invalid', cue('hi', '-->'), 3),
  refuses('time with a comma in WebVTT', 'time_invalid', cue('hi', '00:01,000 --> 00:02,000'), 3),
  refuses('cues without a blank line', 'blank_line_missing', `${cue('hi')}00:03.000 --> 00:04.000\nyou\n`, 5),
  refuses('cue in the header', 'blank_line_missing', 'WEBVTT\n00:01.000 --> 00:02.000\nhi\n', 2),
  refuses('text without a time', 'stray_text', `${cue('hi')}\nstray\n`, 6),
  refuses(
    '11 cues at once',
    'too_many_at_once',
    `WEBVTT\n\n${'00:01.000 --> 00:02.000\nhi\n\n'.repeat(11)}`,
    33,
  ),
  cleans(
    'cues in the wrong order',
    `WEBVTT\n\n00:03.000 --> 00:04.000\nb\n\n00:01.000 --> 00:02.000\na\n`,
    'a|b',
  ),
]

const sizes: HostileCaptions[] = [
  refuses('nothing', 'empty', ''),
  refuses('only a header', 'no_cues', 'WEBVTT\n'),
  refuses('only empty cues', 'no_cues', cue('<c></c>')),
  refuses('2 MB', 'too_large', () => Buffer.alloc(2 * 1024 * 1024, 'WEBVTT ')),
  refuses('a million cues', 'too_large', () =>
    Buffer.from(`WEBVTT\n\n${'00:01.000 --> 00:02.000\nhi\n\n'.repeat(1_000_000)}`),
  ),
  refuses('10,001 cues', 'too_many_cues', () =>
    Buffer.from(
      `WEBVTT\n\n${Array.from({ length: 10_001 }, (_, at) => `${clock(at)} --> ${clock(at + 1)}\na\n\n`).join('')}`,
    ),
  ),
  refuses('endless line', 'line_too_long', () => Buffer.from(cue('x'.repeat(1_000_000))), 4),
  refuses('endless line of tags', 'line_too_long', () => Buffer.from(cue('<b>'.repeat(300_000))), 4),
  refuses('a cue of 1,000 letters', 'cue_too_long', cue('x'.repeat(1000)), 3),
  refuses('a cue of 300,000 lines', 'cue_too_long', () => Buffer.from(cue('x\n'.repeat(300_000))), 3),
  refuses('600,000 characters', 'too_much_text', () =>
    Buffer.from(
      `WEBVTT\n\n${Array.from({ length: 1500 }, (_, at) => `${clock(at)} --> ${clock(at + 1)}\n${'x'.repeat(400)}\n\n`).join('')}`,
    ),
  ),
  refuses('markup that grows when it is written', 'too_much_text', () => {
    const speaker = `<v ${'x'.repeat(60)}>`
    const cues = Array.from(
      { length: 9000 },
      (_, at) => `${clock(at)} --> ${clock(at + 1)}\n${speaker}${'a\n'.repeat(8)}\n`,
    )
    return Buffer.from(`WEBVTT\n\n${cues.join('')}`)
  }),
  refuses(
    'half a million arrows',
    'time_invalid',
    () => Buffer.from(`WEBVTT\n\n${'-->\n\n'.repeat(200_000)}`),
    3,
  ),
  refuses('half a million angle brackets', 'no_cues', () =>
    Buffer.from(`WEBVTT\n\n${'<\n'.repeat(500_000)}`),
  ),
]

const otherFormats: HostileCaptions[] = [
  refuses('zip archive named .vtt', 'not_text', () =>
    Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0'), Buffer.alloc(900)]),
  ),
  refuses('gzip bomb named .vtt', 'not_text', () => gzipSync(Buffer.alloc(50_000_000))),
  refuses('web page', 'no_cues', '<!doctype html><script>alert(1)</script>'),
  refuses(
    'Advanced SubStation',
    'no_cues',
    '[Script Info]\nTitle: x\n\n[Events]\nDialogue: 0,0:00:01.00,hi\n',
  ),
  refuses(
    'TTML with entities',
    'no_cues',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><tt>&a;</tt>',
  ),
  refuses('playlist', 'no_cues', '#EXTM3U\n#EXTINF:4,\nhttp://127.0.0.1/a.ts\n'),
]

export const hostileCaptions: readonly HostileCaptions[] = [
  ...scripts,
  ...styles,
  ...characters,
  ...times,
  ...sizes,
  ...otherFormats,
]

import {
  getUploadOutcomeForMediaRejection,
  type HostileFile,
  type UploadOutcome,
  getUploadOutcomeForApiError,
} from '#tests/support/hostile-files/hostile-file.ts'
import { deflateSync } from 'node:zlib'
import {
  mp4Box,
  modifyFileBytes,
  ebmlElement,
  ebmlHeader,
  generateFileWithFfmpeg,
  ftypBox,
  h264Arguments,
  makeValidVideo,
  writeTempFile,
  pseudoRandomBytes,
  buildTestPatternInputArguments,
  riffChunk,
  buildSineToneInputArguments,
  uint32BE,
} from './file-builders.ts'

const kept: UploadOutcome[] = ['kept']
const noFilm = [getUploadOutcomeForApiError('unsupported_format')]
const unreadable = [getUploadOutcomeForMediaRejection('unreadable')]
const noPicture = [getUploadOutcomeForMediaRejection('no_video')]
const badCodec = (name: string) => [getUploadOutcomeForMediaRejection('codec', name)]

type Row = [name: string, kind: string, what: string, bytes: () => Promise<Buffer>, outcomes: UploadOutcome[]]

const text = (body: string) => async () => Buffer.from(body, 'latin1')
const made = (words: string, extension: string) => () => generateFileWithFfmpeg(words, extension)
const film = (words: string, extension: string) =>
  made(`${buildTestPatternInputArguments()} ${words}`, extension)

/** Returns a valid video whose bytes the function `change` has modified. */
const healthyBut = (change: (bytes: Buffer) => Buffer | void) => () =>
  modifyFileBytes(makeValidVideo(), change)

/** Overwrites four bytes at the given offset after the name of a box. */
const overwriteBoxField = (name: string, at: number, value: number) =>
  healthyBut((bytes) => void bytes.writeUInt32BE(value >>> 0, bytes.indexOf(name) + 4 + at))

/** Overwrites the content of the mdat box, starting at the given fraction of the content. */
const scrambled = (from: number, how: (bytes: Buffer, at: number) => void, every = 1) =>
  healthyBut((bytes) => {
    const start = bytes.indexOf('mdat') + 4
    const end = bytes.indexOf('moov') - 4
    for (let at = start + Math.floor((end - start) * from); at < end; at += every) how(bytes, at)
  })

/** Returns a video whose boxes are nested thousands of levels deep. */
function nested(depth: number): Buffer {
  let inner = mp4Box('free')
  for (let n = 0; n < depth; n += 1) inner = mp4Box('moov', inner)
  return Buffer.concat([ftypBox, inner])
}

/** Returns a video with a compressed index that decompresses to a hundred megabytes. */
function packedIndex(): Buffer {
  const size = 100 * 2 ** 20
  const cmov = mp4Box(
    'cmov',
    mp4Box('dcom', 'zlib'),
    mp4Box('cmvd', uint32BE(size), deflateSync(Buffer.alloc(size), { level: 9 })),
  )
  return Buffer.concat([mp4Box('ftyp', 'qt  ', uint32BE(0), 'qt  '), mp4Box('moov', cmov)])
}

const sounds = (count: number) =>
  `${buildTestPatternInputArguments()} ${buildSineToneInputArguments()} ${h264Arguments} -c:a aac -b:a 32k -map 0 ${'-map 1 '.repeat(count).trim()}`

const rows: Row[] = [
  // Files that are not videos
  [
    'nothing.mp4',
    'video',
    'zero bytes',
    text(''),
    [getUploadOutcomeForApiError('video_required', 'announcing')],
  ],
  ['one-byte.mp4', 'video', 'one byte', text('\0'), noFilm],
  ['eleven-bytes.mov', 'video', 'eleven bytes of a first box', text('\0\0\0\x18ftypiso'), noFilm],
  ['words.mp4', 'video', 'plain text', text('dear diary\n'.repeat(900)), noFilm],
  ['page.webm', 'video', 'HTML', text('<!doctype html><script>alert(1)</script>'), noFilm],
  [
    'drawing.flv',
    'video',
    'SVG',
    text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    noFilm,
  ],
  ['program.mkv', 'video', 'ELF', text(`\x7fELF\x02\x01\x01${'\0'.repeat(120)}`), noFilm],
  ['program.wmv', 'video', 'Windows program', text(`MZ\x90${'\0'.repeat(400)}`), noFilm],
  ['archive.mp4', 'video', 'ZIP', text(`PK\x03\x04${'\0'.repeat(100)}`), noFilm],
  ['paper.avi', 'video', 'PDF', text('%PDF-1.7\n'), noFilm],
  ['noise.mkv', 'video', 'noise', async () => pseudoRandomBytes(100_000), noFilm],
  ['picture.mp4', 'video', 'GIF', film('-f gif', 'gif'), noFilm],
  ['picture.mov', 'video', 'HEIC head', async () => mp4Box('ftyp', 'heic', uint32BE(0), 'mif1heic'), noFilm],
  [
    'picture.avi',
    'video',
    'WebP',
    async () => riffChunk('RIFF', 'WEBP', riffChunk('VP8 ', pseudoRandomBytes(90))),
    noFilm,
  ],
  ['sound.avi', 'video', 'WAV', made(`${buildSineToneInputArguments()} -f wav`, 'wav'), noFilm],
  ['sound.mp4', 'video', 'MP3', made(`${buildSineToneInputArguments()} -c:a libmp3lame`, 'mp3'), noFilm],
  ['stream.mp4', 'video', 'MPEG-TS', film(`${h264Arguments} -f mpegts`, 'ts'), noFilm],
  ['stream.webm', 'video', 'Ogg', film('-c:v libtheora', 'ogv'), noFilm],
  ['other-type.mkv', 'video', 'EBML of another document type', async () => ebmlHeader('evil'), noFilm],
  // Files with headers but without a body
  ['head-only.mp4', 'video', 'ftyp and nothing else', async () => ftypBox, unreadable],
  ['head-only.mkv', 'video', 'EBML head and nothing else', async () => ebmlHeader('webm'), unreadable],
  [
    'head-only.flv',
    'video',
    'FLV head and nothing else',
    text('FLV\x01\x05\0\0\0\x09\0\0\0\0'),
    [...unreadable, ...noPicture],
  ],
  ['head-only.avi', 'video', 'AVI head and nothing else', async () => riffChunk('RIFF', 'AVI '), unreadable],
  [
    'head-only.wmv',
    'video',
    'ASF head and nothing else',
    async () => Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
    unreadable,
  ],
  [
    'empty-index.mp4',
    'video',
    'an index without tracks',
    async () => Buffer.concat([ftypBox, mp4Box('moov'), mp4Box('mdat', pseudoRandomBytes(50))]),
    unreadable,
  ],
  [
    'empty-cluster.mkv',
    'video',
    'a segment without tracks',
    async () =>
      Buffer.concat([
        ebmlHeader('matroska'),
        ebmlElement([0x18, 0x53, 0x80, 0x67], ebmlElement([0x1f, 0x43, 0xb6, 0x75])),
      ]),
    unreadable,
  ],
  // Files without a video track
  [
    'sound-only.mp4',
    'video',
    'sound without a picture',
    made(`${buildSineToneInputArguments()} -c:a aac`, 'mp4'),
    noPicture,
  ],
  [
    'sound-only.mkv',
    'video',
    'sound without a picture',
    made(`${buildSineToneInputArguments()} -c:a flac`, 'mkv'),
    noPicture,
  ],
  [
    'sound-only.webm',
    'video',
    'sound without a picture',
    made(`${buildSineToneInputArguments()} -c:a libopus`, 'webm'),
    noPicture,
  ],
  [
    'cover-only.m4v',
    'video',
    'sound with a cover',
    made(
      `${buildSineToneInputArguments()} ${buildTestPatternInputArguments('32x32')} -map 0 -map 1 -c:a aac -c:v png -frames:v 1 -disposition:v attached_pic -f mp4`,
      'm4v',
    ),
    noPicture,
  ],
  // Truncated or scrambled videos
  [
    'no-index.mp4',
    'video',
    'cut off before its index',
    healthyBut((b) => b.subarray(0, b.indexOf('moov') - 4)),
    unreadable,
  ],
  [
    'half.mkv',
    'video',
    'cut in half',
    () =>
      modifyFileBytes(
        generateFileWithFfmpeg(`${buildTestPatternInputArguments('160x96', 8)} ${h264Arguments}`, 'mkv'),
        (b) => b.subarray(0, b.length / 2),
      ),
    unreadable,
  ],
  [
    'half.mp4',
    'video',
    'cut in half, its index in front',
    () =>
      modifyFileBytes(
        generateFileWithFfmpeg(
          `${buildTestPatternInputArguments('160x96', 8)} ${h264Arguments} -movflags +faststart`,
          'mp4',
        ),
        (b) => b.subarray(0, b.length / 2),
      ),
    unreadable,
  ],
  ['zeroed.mp4', 'video', 'every frame is zeros', scrambled(0, (b, at) => void (b[at] = 0)), unreadable],
  [
    'rotten.mp4',
    'video',
    'every fiftieth byte is another',
    scrambled(0.05, (b, at) => void (b[at]! ^= 0x55), 50),
    [...kept, ...unreadable],
  ],
  // Videos whose boxes contain incorrect values
  [
    'huge-box.mp4',
    'bomb',
    'a first box of four gigabytes',
    async () => Buffer.concat([Buffer.from('ffffffff6d6f6f76', 'hex'), pseudoRandomBytes(500)]),
    unreadable,
  ],
  [
    'huger-box.mp4',
    'bomb',
    'a box of 2^63 bytes',
    async () =>
      Buffer.concat([
        ftypBox,
        Buffer.from('000000016d6f6f767fffffffffffffff', 'hex'),
        pseudoRandomBytes(500),
      ]),
    unreadable,
  ],
  ['deep-boxes.mp4', 'bomb', 'boxes in boxes, 20,000 deep', async () => nested(20_000), unreadable],
  ['packed-index.mov', 'bomb', 'an index that unpacks to 100 MB', async () => packedIndex(), unreadable],
  [
    'many-samples.mp4',
    'bomb',
    'an index of four billion samples',
    overwriteBoxField('stsz', 8, 0xffffffff),
    [...unreadable, ...kept],
  ],
  [
    'many-times.mp4',
    'bomb',
    'four billion frame times',
    overwriteBoxField('stts', 4, 0xffffffff),
    unreadable,
  ],
  ['many-chunks.mp4', 'bomb', 'two billion chunks', overwriteBoxField('stco', 4, 0x7fffffff), unreadable],
  [
    'far-chunks.mp4',
    'bomb',
    'frames behind the end of the file',
    overwriteBoxField('stco', 8, 0x7ffffff0),
    [...unreadable, ...noPicture],
  ],
  [
    'no-timescale.mp4',
    'bomb',
    'a second of zero ticks',
    overwriteBoxField('mvhd', 12, 0),
    [...kept, ...unreadable],
  ],
  [
    'long-lie.mp4',
    'bomb',
    'a film of two seconds that says an hour',
    () =>
      modifyFileBytes(
        makeValidVideo(),
        (b) =>
          void (b.writeUInt32BE(3_600_000, b.indexOf('mvhd') + 20),
          b.writeUInt32BE(3_600_000, b.indexOf('tkhd') + 24)),
      ),
    [...kept, ...unreadable],
  ],
  [
    'padding.mkv',
    'bomb',
    'a megabyte of nothing in each of eight elements',
    async () =>
      Buffer.concat([
        ebmlHeader('matroska'),
        ebmlElement(
          [0x18, 0x53, 0x80, 0x67],
          ...Array.from({ length: 8 }, () => ebmlElement([0xec], Buffer.alloc(2 ** 20))),
        ),
      ]),
    unreadable,
  ],
  // Videos that exceed a limit
  [
    'tracks-17.mkv',
    'bomb',
    'seventeen tracks',
    made(sounds(16), 'mkv'),
    [getUploadOutcomeForMediaRejection('too_many_tracks')],
  ],
  ['tracks-16.mkv', 'ok', 'sixteen tracks', made(sounds(15), 'mkv'), kept],
  [
    'too-wide.mp4',
    'bomb',
    '8200 × 16',
    made(`${buildTestPatternInputArguments('8200x16')} ${h264Arguments}`, 'mp4'),
    [getUploadOutcomeForMediaRejection('too_large_picture')],
  ],
  [
    'too-large.mkv',
    'bomb',
    '4096 × 2306',
    made(`${buildTestPatternInputArguments('4096x2306', 1, 1)} ${h264Arguments}`, 'mkv'),
    [getUploadOutcomeForMediaRejection('too_large_picture')],
  ],
  [
    'largest.mp4',
    'ok',
    '4096 × 2304, one frame',
    made(`${buildTestPatternInputArguments('4096x2304', 1, 1)} ${h264Arguments}`, 'mp4'),
    kept,
  ],
  [
    'too-small.mp4',
    'bomb',
    '14 × 64',
    made(`${buildTestPatternInputArguments('14x64')} ${h264Arguments}`, 'mp4'),
    [getUploadOutcomeForMediaRejection('too_small_picture')],
  ],
  [
    'smallest.avi',
    'ok',
    '16 × 16',
    made(`${buildTestPatternInputArguments('16x16', 2)} -c:v mpeg4`, 'avi'),
    kept,
  ],
  [
    'too-fast.mp4',
    'bomb',
    '240 frames a second',
    made(`${buildTestPatternInputArguments('64x64', 1, 240)} ${h264Arguments}`, 'mp4'),
    [getUploadOutcomeForMediaRejection('too_fast')],
  ],
  [
    'fastest.mp4',
    'ok',
    '120 frames a second',
    made(`${buildTestPatternInputArguments('64x64', 1, 120)} ${h264Arguments}`, 'mp4'),
    kept,
  ],
  [
    'too-long.mkv',
    'bomb',
    'four hours and a minute, a frame a minute',
    made(`${buildTestPatternInputArguments('64x64', 14_460, '1/60')} ${h264Arguments}`, 'mkv'),
    [getUploadOutcomeForMediaRejection('too_long')],
  ],
  [
    'gap.mp4',
    'bomb',
    'frames seven hours apart',
    overwriteBoxField('stts', 12, 0x10000000),
    [...unreadable, getUploadOutcomeForMediaRejection('too_long')],
  ],
  [
    'grows.mkv',
    'bomb',
    'from 64 × 64 to 8000 × 4000 on the way',
    () => growingFrameSize(),
    [...unreadable, getUploadOutcomeForMediaRejection('too_large_picture'), ...kept],
  ],
  // Videos that need unsupported decoders
  ['ffv1.mkv', 'codec', 'FFV1', film('-c:v ffv1', 'mkv'), badCodec('FFV1')],
  ['utvideo.avi', 'codec', 'Ut Video', film('-c:v utvideo', 'avi'), badCodec('UTVIDEO')],
  ['snow.avi', 'codec', 'Snow', film('-c:v snow -strict -2', 'avi'), badCodec('SNOW')],
  [
    'rare-sound.mkv',
    'codec',
    'H.264 with TrueAudio',
    made(
      `${buildTestPatternInputArguments()} ${buildSineToneInputArguments()} ${h264Arguments} -c:a tta`,
      'mkv',
    ),
    badCodec('TTA'),
  ],
  // Videos in older codecs that cameras, editors and screen recorders use
  ['huffyuv.avi', 'codec', 'HuffYUV', film('-c:v huffyuv -pix_fmt yuv422p', 'avi'), kept],
  ['cinepak.mov', 'codec', 'Cinepak', film('-c:v cinepak', 'mov'), kept],
  ['animation.mov', 'codec', 'QuickTime Animation', film('-c:v qtrle', 'mov'), kept],
  ['screen.avi', 'codec', 'ZMBV', film('-c:v zmbv', 'avi'), kept],
  ['wavelet.mov', 'codec', 'JPEG 2000', film('-c:v jpeg2000', 'mov'), kept],
  ['raw.avi', 'codec', 'pixels as they are', film('-c:v rawvideo -pix_fmt yuv420p', 'avi'), kept],
  // Valid videos with metadata that the server must remove
  ['plain.mp4', 'ok', 'H.264 and AAC', () => makeValidVideo(), kept],
  ['UPPER.MOV', 'ok', 'upper case', film(h264Arguments, 'mov'), kept],
  ['silent.webm', 'ok', 'VP8, no sound', film('-c:v libvpx -deadline realtime', 'webm'), kept],
  ['old.flv', 'ok', 'Sorenson', film('-c:v flv', 'flv'), kept],
  [
    'old.wmv',
    'ok',
    'WMV 2 and WMA',
    made(`${buildTestPatternInputArguments()} ${buildSineToneInputArguments()} -c:v wmv2 -c:a wmav2`, 'wmv'),
    kept,
  ],
  ['other-name.avi', 'name', 'Matroska named avi', film(`${h264Arguments} -f matroska`, 'mkv'), kept],
  ['../../../etc/passwd.mp4', 'name', 'a name that climbs', () => makeValidVideo(), kept],
  ['a;rm -rf $(pwd) `id` "\'.mp4', 'name', 'a name for a shell', () => makeValidVideo(), kept],
  ['-i concat:__SECRET_PATH__.mp4', 'name', 'a name for ffmpeg', () => makeValidVideo(), kept],
  [
    'film.mp4.exe',
    'name',
    'a program’s name',
    () => makeValidVideo(),
    [getUploadOutcomeForApiError('unsupported_format', 'announcing')],
  ],
  [
    'film',
    'name',
    'no extension',
    () => makeValidVideo(),
    [getUploadOutcomeForApiError('unsupported_format', 'announcing')],
  ],
  [
    'place.mov',
    'metadata',
    'a place and a device',
    film(
      `${h264Arguments} -movflags use_metadata_tags -metadata location=+48.8577+002.2950/ -metadata make=SpyPhone`,
      'mov',
    ),
    kept,
  ],
  [
    'words.mkv',
    'metadata',
    'a script in every tag',
    film(`${h264Arguments} -metadata title=<script>1</script> -metadata:s:v title=<script>2</script>`, 'mkv'),
    kept,
  ],
  [
    'chapters.mkv',
    'metadata',
    'a thousand words of comment',
    film(`${h264Arguments} -metadata comment=${'<script>'.repeat(1000)}`, 'mkv'),
    kept,
  ],
  [
    'page-inside.mp4',
    'polyglot',
    'a page in a free box and behind the end',
    healthyBut((b) =>
      Buffer.concat([b, mp4Box('free', '<html><script>1</script>'), Buffer.from('<script>2</script>')]),
    ),
    kept,
  ],
  [
    'archive-behind.mkv',
    'polyglot',
    'a ZIP behind a film',
    () =>
      modifyFileBytes(
        generateFileWithFfmpeg(`${buildTestPatternInputArguments()} ${h264Arguments}`, 'mkv'),
        (b) => Buffer.concat([b, Buffer.from('PK\x03\x04<script>PK\x05\x06')]),
      ),
    kept,
  ],
  [
    'elsewhere.mov',
    'playlist',
    'its frames are said to be in another file',
    overwriteBoxField('url ', 0, 0),
    [...kept, ...unreadable],
  ],
]

/**
 * Returns a video stream whose frame size changes from 64 × 64 pixels to 8000 × 4000 pixels, which exceeds
 * the size limits.
 */
async function growingFrameSize(): Promise<Buffer> {
  const small = await generateFileWithFfmpeg(
    `${buildTestPatternInputArguments('64x64', 1)} ${h264Arguments} -f h264`,
    'h264',
  )
  const large = await generateFileWithFfmpeg(
    `${buildTestPatternInputArguments('8000x4000', 1, 1)} ${h264Arguments} -f h264`,
    'h264',
  )
  return generateFileWithFfmpeg(
    `-r 10 -f h264 -i ${await writeTempFile(Buffer.concat([small, large]))} -c copy`,
    'mkv',
  )
}

export const hostileVideos: HostileFile[] = rows.map(([name, kind, what, bytes, outcomes]) => ({
  name,
  target: 'video',
  kind,
  what,
  bytes,
  outcomes,
  within: 5,
}))

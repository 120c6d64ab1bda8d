import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import {
  type HostileFile,
  type UploadOutcome,
  getUploadOutcomeForApiError,
} from '#tests/support/hostile-files/hostile-file.ts'
import { modifyFileBytes, ftypBox, pseudoRandomBytes, riffChunk, uint32BE } from './file-builders.ts'

const kept: UploadOutcome[] = ['kept']
const noPicture = [getUploadOutcomeForApiError('image_unsupported')]
const unreadable = [getUploadOutcomeForApiError('image_unreadable')]
const tooManyPixels = [getUploadOutcomeForApiError('image_too_many_pixels')]

/** Creates a gradient, by default of 24 × 16 pixels, whose orientation is recognizable. */
function gradient(width = 24, height = 16): Sharp {
  const raw = Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => (i * 7) % 251))
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' }, limitInputPixels: false })

function chunk(type: string, body: Buffer | string): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(body as string, 'latin1')])
  return Buffer.concat([uint32BE(named.length - 4), named, uint32BE(crc32(named))])
}

/** Returns a PNG that declares this size. `rows` contains the bytes of the image before compression. */
function png(
  width: number,
  height: number,
  rows: Buffer,
  { bits = 8, color = 2, more = [] as Buffer[] } = {},
) {
  const head = Buffer.concat([uint32BE(width), uint32BE(height), Buffer.from([bits, color, 0, 0, 0])])
  const parts = [
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', ''),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

/** One uncompressed PNG row of three RGB pixels: the filter byte 0 and nine bytes of pixel data. */
const line = Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
const withChunk = (type: string, body: Buffer | string) => async () =>
  png(3, 1, line, { more: [chunk(type, body)] })

/** Returns a JPEG with an additional segment directly after its first marker. */
const jpegWith = (marker: number, body: string) => () =>
  modifyFileBytes(gradient().jpeg().toBuffer(), (bytes) => {
    const size = Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255])
    return Buffer.concat([bytes.subarray(0, 2), size, Buffer.from(body, 'latin1'), bytes.subarray(2)])
  })

/** Returns a JPEG whose frame header (SOF0) declares this size. */
const jpegOf = (width: number, height: number) => () =>
  modifyFileBytes(gradient().jpeg().toBuffer(), (bytes) => {
    const at = bytes.indexOf(Buffer.from([0xff, 0xc0, 0]))
    bytes.writeUInt16BE(height, at + 5)
    bytes.writeUInt16BE(width, at + 7)
  })

/** Returns an animated GIF with this many one-pixel frames on a canvas of this size. */
function gif(frames: number, width = 1, height = 1): Buffer {
  const size = Buffer.from([width & 255, width >> 8, height & 255, height >> 8])
  const frame = Buffer.from('21f904000a0000002c000000000100010000020244 0100'.replaceAll(' ', ''), 'hex')
  const head = [Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])]
  return Buffer.concat([...head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

const text = (body: string) => async () => Buffer.from(body, 'latin1')
const cut = (picture: Promise<Buffer>, part: number) =>
  modifyFileBytes(picture, (bytes) => bytes.subarray(0, Math.floor(bytes.length * part)))
const withExif = (orientation: number) => () =>
  gradient()
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Make: 'SpyCam <script' }, IFD3: { GPSLatitude: '48/1 51/1 2771/100' } })
    .jpeg()
    .toBuffer()

type Row = [name: string, kind: string, what: string, bytes: () => Promise<Buffer>, outcomes: UploadOutcome[]]

const rows: Row[] = [
  // Files that are not images
  ['nothing.png', 'image', 'zero bytes', text(''), noPicture],
  ['one-byte.jpg', 'image', 'one byte', text('\xff'), noPicture],
  [
    'bitmap.png',
    'image',
    'BMP',
    async () => Buffer.concat([Buffer.from('BM'), pseudoRandomBytes(200)]),
    noPicture,
  ],
  ['tagged.jpg', 'image', 'TIFF', () => gradient().tiff().toBuffer(), noPicture],
  ['modern.jpg', 'image', 'AVIF', () => gradient().avif().toBuffer(), noPicture],
  [
    'phone.jpg',
    'image',
    'HEIC head',
    async () => modifyFileBytes(Promise.resolve(ftypBox), (b) => void b.write('heic', 8)),
    noPicture,
  ],
  ['icon.png', 'image', 'ICO', text('\0\0\x01\0\x01\0\x10\x10\0\0'), noPicture],
  ['paper.png', 'image', 'PDF', text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF'), noPicture],
  [
    'postscript.jpg',
    'image',
    'PostScript that runs a program',
    text('%!PS\n(%pipe%cat __SECRET_PATH__) (r) file\n'),
    noPicture,
  ],
  [
    'drawing.svg',
    'image',
    'SVG with a script',
    text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    noPicture,
  ],
  [
    'drawing.png',
    'image',
    'SVG that asks for an address',
    text(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:__CANARY_PORT__/x.png"/></svg>',
    ),
    noPicture,
  ],
  [
    'drawing-file.webp',
    'image',
    'SVG that shows a file',
    text(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file://__SECRET_PATH__" parse="text"/></svg>',
    ),
    noPicture,
  ],
  [
    'drawing.gif',
    'image',
    'packed SVG',
    async () => gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    noPicture,
  ],
  [
    'script.jpg',
    'image',
    'MVG script',
    text(
      "push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 'http://127.0.0.1:__CANARY_PORT__/i.png'\n",
    ),
    noPicture,
  ],
  ['film.gif', 'image', 'MP4 head', async () => ftypBox, noPicture],
  // Truncated or scrambled images
  ['half.jpg', 'image', 'JPEG cut in half', () => cut(gradient(200, 200).jpeg().toBuffer(), 0.5), unreadable],
  ['half.png', 'image', 'PNG cut in half', () => cut(gradient(200, 200).png().toBuffer(), 0.5), unreadable],
  [
    'half.webp',
    'image',
    'WebP cut in half',
    () => cut(gradient(200, 200).webp().toBuffer(), 0.5),
    unreadable,
  ],
  [
    'half.gif',
    'image',
    'GIF cut in half',
    () => cut(gradient(200, 200).gif().toBuffer(), 0.5),
    [...unreadable, ...kept],
  ],
  ['head-only.gif', 'image', 'six bytes of a GIF', text('GIF89a'), unreadable],
  ['head-only.png', 'image', 'eight bytes of a PNG', text('\x89PNG\r\n\x1a\n'), unreadable],
  [
    'wrong-sum.png',
    'image',
    'PNG with a wrong checksum',
    () => modifyFileBytes(gradient().png().toBuffer(), (b) => void (b[b.indexOf('IDAT') + 12]! ^= 255)),
    unreadable,
  ],
  [
    'noise.jpg',
    'image',
    'JPEG of noise',
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), pseudoRandomBytes(5000)]),
    unreadable,
  ],
  [
    'noise.webp',
    'image',
    'WebP of noise',
    async () => riffChunk('RIFF', 'WEBP', riffChunk('VP8 ', pseudoRandomBytes(5000))),
    unreadable,
  ],
  // Forged headers and decompression bombs
  ['lie.jpg', 'bomb', 'JPEG that says 65,000 × 65,000', jpegOf(65_000, 65_000), tooManyPixels],
  [
    'lie.png',
    'bomb',
    'PNG that says two gigapixels, and has none',
    async () => png(46_000, 46_000, line),
    tooManyPixels,
  ],
  [
    'lie.webp',
    'bomb',
    'WebP whose canvas is 16,384 × 16,384',
    async () =>
      riffChunk(
        'RIFF',
        'WEBP',
        riffChunk('VP8X', Buffer.from('00000000ff3f00ff3f00', 'hex')),
        riffChunk('VP8 ', pseudoRandomBytes(50)),
      ),
    [...tooManyPixels, ...unreadable],
  ],
  [
    'lie.gif',
    'bomb',
    'GIF screen of 65,535 × 65,535',
    async () => gif(1, 65_535, 65_535),
    [...tooManyPixels, ...kept],
  ],
  [
    'one-too-many.png',
    'bomb',
    '33,177,601 pixels',
    async () => png(33_177_601, 1, Buffer.alloc(4_147_202), { bits: 1, color: 0 }),
    [...tooManyPixels, ...unreadable],
  ],
  [
    'bomb.png',
    'bomb',
    '225 megapixels in 28 KB',
    async () => png(15_000, 15_000, Buffer.alloc(15_000 * 1876), { bits: 1, color: 0 }),
    tooManyPixels,
  ],
  [
    'words-bomb.png',
    'bomb',
    'zTXt chunk of 200 MB of one letter',
    async () =>
      png(3, 1, line, {
        more: [chunk('zTXt', `c\0\0${deflateSync(Buffer.alloc(2e8, 65)).toString('latin1')}`)],
      }),
    [...kept, ...unreadable],
  ],
  [
    'colour-bomb.png',
    'bomb',
    'iCCP chunk of 100 MB',
    async () =>
      png(3, 1, line, { more: [chunk('iCCP', `p\0\0${deflateSync(Buffer.alloc(1e8)).toString('latin1')}`)] }),
    [...kept, ...unreadable],
  ],
  ['many-frames.gif', 'bomb', '20,000 frames', async () => gif(20_000), kept],
  [
    'many-chunks.png',
    'bomb',
    '50,000 empty chunks',
    async () => png(3, 1, line, { more: Array.from({ length: 50_000 }, () => chunk('teSt', '')) }),
    [...kept, ...unreadable],
  ],
  [
    'too-heavy.jpg',
    'bomb',
    'ten megabytes and a byte',
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10 * 2 ** 20 - 2)]),
    [getUploadOutcomeForApiError('image_too_large')],
  ],
  // Images with hidden content
  [
    'page-behind.jpg',
    'polyglot',
    'a page behind a JPEG',
    () =>
      modifyFileBytes(gradient().jpeg().toBuffer(), (b) =>
        Buffer.concat([b, Buffer.from('<html><script>1</script>')]),
      ),
    kept,
  ],
  [
    'archive-behind.png',
    'polyglot',
    'a ZIP behind a PNG',
    () =>
      modifyFileBytes(gradient().png().toBuffer(), (b) =>
        Buffer.concat([b, Buffer.from('PK\x03\x04<script>')]),
      ),
    kept,
  ],
  [
    'page-behind.webp',
    'polyglot',
    'a page behind a WebP',
    () =>
      modifyFileBytes(gradient().webp().toBuffer(), (b) =>
        Buffer.concat([b, Buffer.from('<script>1</script>')]),
      ),
    kept,
  ],
  [
    'page-behind.gif',
    'polyglot',
    'a page behind a GIF',
    async () => Buffer.concat([gif(1), Buffer.from('<script>1</script>')]),
    kept,
  ],
  [
    'javascript.gif',
    'polyglot',
    'a GIF head that is JavaScript',
    text('GIF89a/*\x01\0\x01\0*/=1;alert("<script")//'),
    unreadable,
  ],
  [
    'comment.jpg',
    'polyglot',
    'JPEG comment with a script',
    jpegWith(0xfe, '<script>alert(1)</script>'),
    kept,
  ],
  [
    'profile.jpg',
    'polyglot',
    'APP2 of nonsense that says it is a colour profile',
    jpegWith(0xe2, 'ICC_PROFILE\0\x01\x01<script>'),
    kept,
  ],
  [
    'text.png',
    'polyglot',
    'PNG with PHP and a script in its text',
    withChunk('tEXt', 'Comment\0<?php system($_GET[0]) ?><script>'),
    kept,
  ],
  [
    'xmp.webp',
    'polyglot',
    'WebP with XMP that has a script',
    () =>
      gradient()
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><script>1</script></x:xmpmeta>')
        .webp()
        .toBuffer(),
    kept,
  ],
  // Valid images with metadata that the server must remove
  ['place-1.jpg', 'ok', 'a place and a device', withExif(1), kept],
  ['place-3.jpg', 'ok', 'upside down, with a place', withExif(3), kept],
  ['place-6.jpg', 'ok', 'on its side, with a place', withExif(6), kept],
  ['place-7.jpg', 'ok', 'mirrored on its side, with a place', withExif(7), kept],
  ['profile.png', 'ok', 'wide colours', () => gradient().withIccProfile('p3').png().toBuffer(), kept],
  ['print.jpg', 'ok', 'CMYK', () => gradient().toColourspace('cmyk').jpeg().toBuffer(), kept],
  ['deep.png', 'ok', '16 bits a channel', () => gradient().toColourspace('rgb16').png().toBuffer(), kept],
  ['clear.png', 'ok', 'transparent', () => gradient().ensureAlpha(0.5).png().toBuffer(), kept],
  [
    'grey.jpg',
    'ok',
    'grey, progressive',
    () => gradient().greyscale().jpeg({ progressive: true }).toBuffer(),
    kept,
  ],
  [
    'palette.png',
    'ok',
    'eight colours, interlaced',
    () => gradient().png({ palette: true, colours: 8, progressive: true }).toBuffer(),
    kept,
  ],
  ['dot.png', 'ok', 'one pixel', () => gradient(1, 1).png().toBuffer(), kept],
  ['exact.webp', 'ok', 'WebP without loss', () => gradient().webp({ lossless: true }).toBuffer(), kept],
  ['moves.webp', 'ok', 'a WebP that moves', () => sharp(gif(3), { animated: true }).webp().toBuffer(), kept],
  ['moves.gif', 'ok', 'a GIF that moves', async () => gif(3), kept],
  ['largest.png', 'ok', 'exactly 33,177,600 pixels', () => flat(7680, 4320).png().toBuffer(), kept],
  ['name.txt', 'name', 'a JPEG by another name', () => gradient().jpeg().toBuffer(), kept],
  ['swapped.png', 'name', 'a WebP named png', () => gradient().webp().toBuffer(), kept],
]

export const hostileImages: HostileFile[] = rows.map(([name, kind, what, bytes, outcomes]) => ({
  name,
  target: 'picture',
  kind,
  what,
  bytes,
  outcomes,
  within: 5,
}))

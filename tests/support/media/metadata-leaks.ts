import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { ServedFiles, ServedFile } from './served-files.ts'

const execute = promisify(execFile)

/** A string that must not be found in any served file, with a description such as `made by: Apple`. */
export interface PrivateMetadata {
  what: string
  text: string
}

/** Strings that cameras, phones and video software typically write into metadata. */
const ofAnyDevice: PrivateMetadata[] =
  `Apple iPhone GoPro Samsung Pixel Core\u00a0Media com.apple com.android ISO6709 quicktime
  GPSLatitude GPSLongitude xmpmeta ns.adobe.com Exif\0\0 HandBrake Lavf5 Lavf6 Lavc5 Lavc6`
    .split(/[ \n]+/)
    .map((text) => ({ what: 'a word of cameras', text: text.replace('\u00a0', ' ') }))

const ofEveryFile =
  /^(major_brand|minor_version|compatible_brands|language|vendor_id|duration|bps|number_of_.*)/i
const generic = new Set([
  'VideoHandler',
  'VideoHandle',
  'SoundHandler',
  'SoundHandle',
  'SubtitleHandler',
  'H.264',
  'HEVC',
])

/** Reads the values of the metadata tags in a video with ffprobe: location, device, times, handler names. */
export async function readPrivateMetadata(path: string): Promise<PrivateMetadata[]> {
  const asked = ['-v', 'error', '-of', 'json', '-show_entries', 'format_tags:stream_tags']
  const { stdout } = await execute('ffprobe', [...asked, path])
  const { format, streams = [] } = JSON.parse(stdout) as { format?: Tagged; streams?: Tagged[] }
  const tags = [format, ...streams].flatMap((one) => Object.entries(one?.tags ?? {}))
  const found = tags
    .filter(([name, value]) => !ofEveryFile.test(name) && !generic.has(value.trim()))
    .flatMap(([name, value]) => spellings(value).map((text) => ({ what: name, text })))
  return [...new Map([...ofAnyDevice, ...found].map((secret) => [secret.text, secret])).values()]
}

interface Tagged {
  tags?: Record<string, string>
}

/**
 * Returns variants of a value: coordinates with and without leading zeros, and dates as EXIF writes them.
 * Variants are at least five bytes long, because four-byte variants would match random bytes by chance once
 * in every few hundred megabytes.
 */
function spellings(value: string): string[] {
  const places = Array.from(value.matchAll(/[+-](\d{2,3}\.\d{3,})/g), ([, digits]) => digits!)
  const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0]
  const texts = [value.trim(), ...places, ...places.map((digits) => digits.replace(/^0+(?=\d)/, ''))]
  if (day) texts.push(day, day.replaceAll('-', ':'))
  return texts.filter((text) => text.length >= 5)
}

/**
 * Searches all served files for the secrets, in the two text encodings that metadata uses. Returns where each
 * secret was found.
 */
export function findMetadataLeaks(
  { answers, films }: ServedFiles,
  secrets: readonly PrivateMetadata[],
): string[] {
  return [...answers, ...films].flatMap(({ path, bytes }) =>
    secrets
      .filter(({ text }) => [text, Buffer.from(text, 'utf16le')].some((bits) => bytes.includes(bits)))
      .map(({ what, text }) => `${path} holds ${JSON.stringify(text)} (${what})`),
  )
}

const telling =
  /gps|location|coordinat|latitude|longitude|altitude|^make$|model|software|serial|lens|author|artist|owner|comment|title|vendorid|keys|userdata/i

/**
 * Reads the served files with exiftool, which understands more kinds of metadata than ffprobe, and returns
 * the tags that could reveal something about the uploader. Returns null if exiftool is not installed.
 */
export async function findExifLeaks({ answers, films }: ServedFiles): Promise<string[] | null> {
  if (!(await isExiftoolInstalled())) return null
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-exif-'))
  try {
    const media = [...answers, ...films].filter(({ type }) => /^(video|image)\//.test(type))
    const names = await Promise.all(media.map((one, i) => keep(folder, one, i)))
    const asked = ['-j', '-a', '-G1', '-s', '-ee', '--System:all', folder]
    const { stdout } = await execute('exiftool', ['-r', ...asked], { maxBuffer: 2 ** 26 }).catch(
      (error: { stdout: string }) => error, // exiftool exits with 1 when a lone segment has an unknown format
    )
    const told = JSON.parse(stdout) as Record<string, unknown>[]
    if (told.length < films.length) throw new Error('exiftool did not read what it was given')
    return told.flatMap((tags) => tellingOf(tags, names))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * exiftool's name for the vendor that ffmpeg writes into every MP4. A camera stores its vendor in a track,
 * and exiftool reports such a vendor under a different name.
 */
const ofEveryMp4 = 'QuickTime:HandlerVendorID'

function tellingOf(tags: Record<string, unknown>, names: [file: string, path: string][]): string[] {
  const path = names.find(([file]) => file === tags['SourceFile'])?.[1]
  return Object.entries(tags)
    .filter(([name, value]) => {
      const tag = name.split(':').at(-1)!
      const isDate = /date/i.test(tag) && !String(value).startsWith('0000')
      return (telling.test(tag) || isDate) && value !== '' && tag !== 'SourceFile' && name !== ofEveryMp4
    })
    .map(([name, value]) => `${path}: exiftool reads ${name} = ${String(value)}`)
}

async function keep(folder: string, { path, bytes }: ServedFile, i: number): Promise<[string, string]> {
  const file = join(folder, String(i), `served${extname(path) || '.jpg'}`)
  await mkdir(join(folder, String(i)))
  await writeFile(file, bytes)
  return [file, path]
}

let exiftool: Promise<boolean> | undefined

export function isExiftoolInstalled(): Promise<boolean> {
  exiftool ??= execute('exiftool', ['-ver']).then(
    () => true,
    () => false,
  )
  return exiftool
}

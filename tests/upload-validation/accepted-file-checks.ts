import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { findExifLeaks, readPrivateMetadata, findMetadataLeaks } from '#tests/support/media/metadata-leaks.ts'
import { downloadServedFiles } from '#tests/support/media/served-files.ts'
import type { UploadValidationTestSite } from './upload-validation-test-site.ts'
import type { HostileFileUploadResult } from './hostile-file-upload.ts'

const execute = promisify(execFile)

/** Strings that are hidden in hostile files and must not appear in any response. */
const planted = ['<script', '48.8577', 'onerror=', 'javascript:']

/**
 * Returns the problems that were found in an accepted video: wrong dimensions or duration, or leaked
 * metadata.
 */
export async function findVideoProblems(
  site: UploadValidationTestSite,
  result: HostileFileUploadResult,
  path: string,
  secret: string,
): Promise<string[]> {
  const everything = await downloadServedFiles((asked) => site.stranger.fetch(asked), result.contentId!)
  const { item, films, answers } = everything
  const hidden = [...planted, secret].map((text) => ({ what: 'planted', text }))
  const secrets = await readPrivateMetadata(path)
  // Every encoder that uses libav, including Afterbell's, writes a name and version that start with `Lavc` or
  // `Lavf`.
  const told = secrets.filter(({ what, text }) => what !== 'a word of cameras' && !/^Lav[cf]\b/.test(text))
  return [
    ...(await findMismatches(path, item)),
    ...findMetadataLeaks(everything, [...hidden, ...told]),
    ...((await findExifLeaks(everything)) ?? []),
    ...(films.length > 0 ? [] : ['nothing is played']),
    ...answers
      .filter(({ type }) => /html|svg|javascript|octet/.test(type))
      .map((answer) => `${answer.path} is ${answer.type}`),
    ...(await isServed(site, result)),
  ]
}

/** The original upload is never served, even while it is still stored. */
async function isServed(
  site: UploadValidationTestSite,
  { contentId, by }: HostileFileUploadResult,
): Promise<string[]> {
  const [row] = await site.query<{ id: string }>('select id from uploads where content_id = $1', [contentId])
  const response = await by.fetch(`/api/uploads/${row?.id}`)
  return row && response.status === 405 ? [] : [`the original's address answers ${response.status}`]
}

interface ItemProperties {
  width: number | null
  height: number | null
  duration_seconds: number | null
}

/**
 * Compares the item's dimensions and duration with the values that an unmodified ffmpeg finds when it decodes
 * the file's first video track. Embedded cover pictures do not count as video tracks.
 */
async function findMismatches(path: string, item: ItemProperties): Promise<string[]> {
  const asked =
    '-v error -of json -show_entries stream=width,height,codec_type:stream_disposition=attached_pic'
  const { stdout } = await execute('ffprobe', [...asked.split(' '), path])
  const { streams } = JSON.parse(stdout) as {
    streams: { width: number; height: number; codec_type: string; disposition: { attached_pic: number } }[]
  }
  const film = streams.find((one) => one.codec_type === 'video' && !one.disposition.attached_pic)!
  const seconds = await decodedSeconds(path)
  const problems: string[] = []
  const shape = [item.width, item.height].toSorted().join('x')
  if (shape !== [film.width, film.height].toSorted().join('x')) problems.push(`the picture is ${shape}`)
  if (Math.abs(item.duration_seconds! - seconds) > Math.max(0.15 * seconds, 0.2))
    problems.push(`says ${item.duration_seconds} s where ${seconds} s can be decoded`)
  return problems
}

async function decodedSeconds(path: string): Promise<number> {
  const asked = ['-v', 'quiet', '-progress', 'pipe:1', '-i', path, '-map', '0:V:0', '-f', 'null', '-']
  const { stdout } = await execute('ffmpeg', asked)
  return Number([...stdout.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1] ?? 0) / 1e6
}

/**
 * Returns the problems that were found in an accepted image: not re-encoded, not upright, animated, or
 * containing extra data.
 */
export async function findImageProblems(
  site: UploadValidationTestSite,
  result: HostileFileUploadResult,
  bytes: Buffer,
  secret: string,
): Promise<string[]> {
  const from = await sharp(bytes, { pages: 1, limitInputPixels: false }).metadata()
  const turned = (from.orientation ?? 1) > 4
  const [width, height] = turned ? [from.height, from.width] : [from.width, from.height]
  const problems = await Promise.all(
    result.pictures.map(async (url) => {
      const kept = await site.readStored(url)
      const { format, exif, icc, iptc, xmp, orientation, pages = 1, ...now } = await sharp(kept).metadata()
      const ratio = url.startsWith('/avatars') ? 1 : width / height
      return [
        ...(format === 'webp' ? [] : [`became ${format}`]),
        ...(exif || icc || iptc || xmp || orientation ? ['still has metadata'] : []),
        ...(pages > 1 ? ['still moves'] : []),
        ...(Math.abs(now.width / ratio - now.height) <= 1
          ? []
          : [`${now.width}x${now.height} is no upright`]),
        // The RIFF header contains the file's length. Any bytes beyond that length did not come from the
        // encoder.
        ...(kept.readUInt32LE(4) + 8 === kept.length ? [] : ['has a tail']),
        ...[...planted, secret].filter((text) => kept.includes(text)).map((text) => `holds ${text}`),
      ].map((wrong) => `${url}: ${wrong}`)
    }),
  )
  return [...problems.flat(), ...(result.pictures.length === 3 ? [] : ['not every door kept it'])]
}

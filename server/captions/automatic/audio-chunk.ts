import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { listPlaylistSegments } from '#media/hls/media-playlist.ts'
import { decodeSpeechAudio } from '#media/transcription/decode-speech-audio.ts'
import { config } from '#server/platform/config.ts'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'

/** A part of a video's audio, decoded into a file. Times are in seconds from the start of the video. */
export interface AudioChunk {
  file: string
  start: number
  /** The duration of the decoded audio, which is 0 if the part starts after the end of the audio. */
  seconds: number
  isLast: boolean
}

/** Returns the storage prefix of the smallest rendition with audio, or null if the video has no audio. */
export async function findAudioRendition(contentId: string, playbackId: string): Promise<string | null> {
  const row = await db
    .selectFrom('renditions')
    .select('folder')
    .where('content_id', '=', contentId)
    .where('superseded_at', 'is', null)
    .where(sql<boolean>`codecs ~ 'mp4a|opus'`)
    .orderBy('height')
    .orderBy('average_bandwidth')
    .executeTakeFirst()
  return row ? `media/${playbackId}/${row.folder}` : null
}

/** Decodes `seconds` seconds of a rendition's audio, beginning at `start`, into a new file in `folder`. */
export async function decodeAudioChunk(
  prefix: string,
  { start, seconds, nice }: { start: number; seconds: number; nice: number | undefined },
  folder: string,
  signal: AbortSignal,
): Promise<AudioChunk> {
  const playlist = await storage.open(`${prefix}/index.m3u8`)
  if (!playlist) throw new Error(`${prefix} has no playlist`)
  const all = listPlaylistSegments(await text(playlist.body))
  const total = all.at(-1)?.end ?? 0
  const wanted = all.filter((segment) => segment.end > start && segment.start < start + seconds)
  const isLast = start + seconds >= total - 0.5
  if (wanted.length === 0) return { file: '', start, seconds: 0, isLast: true }
  const keys = ['init.mp4', ...wanted.map(({ file }) => file)].map((file) => `${prefix}/${file}`)
  const decoded = await decodeSpeechAudio({
    fragments: Readable.from(readObjects(keys)),
    skipSeconds: start - wanted[0]!.start,
    seconds,
    folder,
    nice,
    signal,
  })
  return { ...decoded, start, isLast }
}

async function* readObjects(keys: readonly string[]): AsyncIterable<Uint8Array> {
  for (const key of keys) {
    const object = await storage.open(key)
    if (!object) throw new Error(`${key} is missing`)
    yield* object.body
  }
}

/**
 * Decoding and transcribing a part takes at most six hours, so a folder that is older than six hours belongs
 * to a worker that was killed.
 */
const leftoverMs = 24 * 3600_000

/** Creates a folder, runs `use` with it and then deletes the folder. */
export async function withTranscriptionFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const root = join(config.dataDir, 'transcription')
  await mkdir(root, { recursive: true })
  for (const name of await readdir(root)) {
    const made = await stat(join(root, name)).catch(() => null)
    if (made && made.mtimeMs < Date.now() - leftoverMs)
      await rm(join(root, name), { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(root, 'part-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

import type { Browser } from '@playwright/test'
import { extname } from 'node:path'
import { findServedVideoProblems, findPlaybackProblems } from './served-video-checks.ts'
import type { CorpusClip } from './corpus-manifest.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { CorpusTestResult } from './corpus-test-result.ts'
import { downloadServedFiles } from '#tests/support/media/served-files.ts'
import { findExifLeaks, readPrivateMetadata, findMetadataLeaks } from '#tests/support/media/metadata-leaks.ts'
import { type UploadResult, uploadAndAwaitProcessing } from '#tests/support/clients/upload-client.ts'
import { playInBrowser } from './browser-playback.ts'

export interface CorpusCheckContext {
  url: string
  member: HttpTestClient
  browser: Browser
  /** The server's recent log lines. */
  log: readonly string[]
}

/** The only file that the site is allowed to refuse. This file is truncated to a quarter of its bytes. */
const cutOff = /truncated/
const cutOffSays = 'Upload failed / The video could not be read.'

/**
 * Uploads a video and plays it as a stranger, first when it becomes playable and again when all renditions
 * are finished. Compares the served video with the manifest, and searches every served byte for the private
 * metadata in the file's own tags.
 */
export async function checkCorpusVideoUpload(
  room: CorpusCheckContext,
  clip: CorpusClip,
  nth: number,
): Promise<CorpusTestResult & { contentId: string }> {
  const title = `Clip number ${nth}`
  let early: Promise<string[]> = Promise.resolve([])
  const fate = await uploadAndAwaitProcessing(room.member, {
    path: clip.path,
    fileName: `Holiday in secret${extname(clip.name)}`,
    title,
    by: nth % 2 === 0 ? 'tus' : 'form',
    onPlayable: (contentId) => (early = watch(room, clip, `/watch/${contentId}`, title, 'at once')),
  })
  const wrong = await early
  const { contentId, stream } = fate
  if (!stream.ready) return { clip, contentId, ...checkRefusal(room, clip, fate) }
  const { fetch } = new HttpTestClient(room.url)
  const everything = await downloadServedFiles(fetch, contentId)
  wrong.push(...(await findServedVideoProblems(clip, everything)))
  wrong.push(...(await watch(room, clip, `/embed/${everything.item.playback_id}`, title, 'when whole')))
  const secrets = [
    ...(await readPrivateMetadata(clip.path)),
    { what: 'the name of the file', text: 'Holiday in secret' },
  ]
  wrong.push(...findMetadataLeaks(everything, secrets), ...((await findExifLeaks(everything)) ?? []))
  if (stream.state !== 'ready') wrong.push(`ended as ${stream.state}`, ...logLinesAbout(room, contentId))
  return { clip, contentId, said: told(fate, wrong), wrongs: wrong }
}

async function watch(
  room: CorpusCheckContext,
  clip: CorpusClip,
  path: string,
  title: string,
  when: string,
): Promise<string[]> {
  try {
    return findPlaybackProblems(clip, await playInBrowser(room.browser, room.url + path, title))
  } catch (error) {
    return [`does not play ${when} in Chromium: ${(error as Error).message}`]
  }
}

/** Returns the server's log lines about a failed item. */
function logLinesAbout({ log }: CorpusCheckContext, contentId: string): string[] {
  return log.filter((line) => line.includes(contentId) && /"(warn|error)"/.test(line))
}

function checkRefusal(
  room: CorpusCheckContext,
  clip: CorpusClip,
  { contentId, stream }: UploadResult,
): { said: string; wrongs: string[] } {
  const words = `${stream.error?.title} / ${stream.error?.detail}`
  const right = cutOff.test(clip.name) && stream.state === 'refused' && words === cutOffSays
  return {
    said: `${stream.state}: ${words}`,
    wrongs: right ? [] : ['should play', ...logLinesAbout(room, contentId)],
  }
}

function told({ firstAfter, first, ladderAfter, stream }: UploadResult, wrong: string[]): string {
  const playing = wrong.some((one) => one.includes('Chromium')) ? 'DOES NOT PLAY' : 'plays'
  return [
    `first playable after ${firstAfter?.toFixed(1)} s (${first.join(' ')})`,
    `whole ladder after ${ladderAfter?.toFixed(1)} s`,
    stream.renditions.join(' '),
    `${playing} in Chromium`,
  ].join(', ')
}

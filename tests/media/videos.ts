import type { Browser } from '@playwright/test'
import { extname } from 'node:path'
import { wrongs, wrongsOfPlaying } from './check.ts'
import type { Clip } from './manifest.ts'
import { Visitor } from './member.ts'
import type { Report } from './report.ts'
import { everythingServed } from './served.ts'
import { exifTraces, secretsOf, tracesIn } from './traces.ts'
import { type Fate, upload } from './upload.ts'
import { plays } from './watch.ts'

export interface Room {
  url: string
  member: Visitor
  browser: Browser
  /** What the server has said of late. */
  log: readonly string[]
}

/** The only file that may be refused: it was cut off after a quarter of its bytes. */
const cutOff = /truncated/
const cutOffSays = 'Upload failed / The video could not be read.'

/**
 * Sends a film, plays it as a stranger as soon as it can be played and again when all is there, and compares every byte
 * served with the manifest and with what its own tags would give away.
 */
export async function tryVideo(room: Room, clip: Clip, nth: number): Promise<Report & { contentId: string }> {
  const title = `Clip number ${nth}`
  let early: Promise<string[]> = Promise.resolve([])
  const fate = await upload(room.member, {
    path: clip.path,
    fileName: `Holiday in secret${extname(clip.name)}`,
    title,
    by: nth % 2 === 0 ? 'tus' : 'form',
    onPlayable: (contentId) => (early = watch(room, clip, `/watch/${contentId}`, title, 'at once')),
  })
  const wrong = await early
  const { contentId, stream } = fate
  if (!stream.ready) return { clip, contentId, ...refusedRightly(room, clip, fate) }
  const { fetch } = new Visitor(room.url)
  const everything = await everythingServed(fetch, contentId)
  wrong.push(...(await wrongs(clip, everything)))
  wrong.push(...(await watch(room, clip, `/embed/${everything.item.playback_id}`, title, 'when whole')))
  const secrets = [
    ...(await secretsOf(clip.path)),
    { what: 'the name of the file', text: 'Holiday in secret' },
  ]
  wrong.push(...tracesIn(everything, secrets), ...((await exifTraces(everything)) ?? []))
  if (stream.state !== 'ready') wrong.push(`ended as ${stream.state}`, ...sayings(room, contentId))
  return { clip, contentId, said: told(fate, wrong), wrongs: wrong }
}

async function watch(room: Room, clip: Clip, path: string, title: string, when: string): Promise<string[]> {
  try {
    return wrongsOfPlaying(clip, await plays(room.browser, room.url + path, title))
  } catch (error) {
    return [`does not play ${when} in Chromium: ${(error as Error).message}`]
  }
}

/** The server's own words about an item that failed. */
function sayings({ log }: Room, contentId: string): string[] {
  return log.filter((line) => line.includes(contentId) && /"(warn|error)"/.test(line))
}

function refusedRightly(
  room: Room,
  clip: Clip,
  { contentId, stream }: Fate,
): { said: string; wrongs: string[] } {
  const words = `${stream.error?.title} / ${stream.error?.detail}`
  const right = cutOff.test(clip.name) && stream.state === 'refused' && words === cutOffSays
  return {
    said: `${stream.state}: ${words}`,
    wrongs: right ? [] : ['should play', ...sayings(room, contentId)],
  }
}

function told({ firstAfter, first, ladderAfter, stream }: Fate, wrong: string[]): string {
  const playing = wrong.some((one) => one.includes('Chromium')) ? 'DOES NOT PLAY' : 'plays'
  return [
    `first playable after ${firstAfter?.toFixed(1)} s (${first.join(' ')})`,
    `whole ladder after ${ladderAfter?.toFixed(1)} s`,
    stream.renditions.join(' '),
    `${playing} in Chromium`,
  ].join(', ')
}

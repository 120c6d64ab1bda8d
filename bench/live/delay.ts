import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { broadcastLimits } from '#contract/broadcasts/broadcast-limits.ts'
import { getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { minStoringSeconds } from '#server/broadcasts/recording/cut-point.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import {
  cameraSize,
  goLive,
  phone,
  playBroadcast,
  signUpBroadcaster,
} from '#tests/support/browser/broadcast-studio.ts'
import { computePictureAge, installNumberedCamera } from '#tests/support/browser/numbered-camera.ts'
import {
  listRecordedPictures,
  type RecordedPicture,
  startRecordingPictures,
  waitForRecordedPictures,
} from '#tests/support/browser/recorded-pictures.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import type { ClusterTestSite } from '#tests/multi-process/cluster-test-site.ts'
import { launchBrowser } from '../pages/browser.ts'
import { openBroadcastPage } from './broadcast-pages.ts'
import { measureStoring } from './part-storing.ts'
import type { LiveBar } from './live-bar.ts'

/** Playback may still be catching up for this long after the first picture. */
const firstSeconds = 4
const watchedSeconds = 12

/**
 * One browser broadcasts a canvas that shows the time, and another browser reads the time from the pixels of its
 * player. A moderator (without the delay) and an anonymous viewer open the page `joins` times each.
 */
export async function benchDelay(site: ClusterTestSite, joins: number): Promise<LiveBar[]> {
  const access = { url: site.loadBalancer.url, databaseUrl: site.databaseUrl }
  const { url } = access
  const studio = await launchBrowser('--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream')
  const browser = await launchBrowser()
  try {
    const creator = await openBroadcastPage(studio, { ...phone, baseURL: url })
    await signUpBroadcaster(access, creator, 'live_delay')
    await installNumberedCamera(creator, cameraSize)
    const id = await goLive(access, creator, 'Delay')
    const moderator = await site.signUpModerator()
    const staff = await watch({ browser, url, id, joins, client: moderator })
    const viewers = await watch({ browser, url, id, joins })
    const { playlist_url } = await moderator.call(getBroadcast, { params: { id } })
    const folder = playlist_url!.replace('/master.m3u8', '')
    const { default: delay } = broadcastLimits.delaySeconds
    const publicLimits = { min: delay - 1, max: delay + 1, judge: 'p95' } as const
    const staffLimits = { max: 2, judge: 'p95' } as const
    return [
      toAgeBar(`staff view, first ${firstSeconds} s`, staff, isFirst, staffLimits),
      toAgeBar('staff view, afterwards', staff, isSteady, staffLimits),
      toAgeBar(`public view, first ${firstSeconds} s`, viewers, isFirst, publicLimits),
      toAgeBar('public view, afterwards', viewers, isSteady, publicLimits),
      {
        name: 'last frame of a part captured → part stored',
        unit: 's',
        values: await measureStoring(moderator, id, folder),
        min: minStoringSeconds,
      },
      {
        name: 'play pressed → first picture',
        unit: 's',
        values: [...staff, ...viewers].map(({ startedAfter }) => startedAfter),
      },
    ]
  } finally {
    await Promise.all([studio.close(), browser.close()])
  }
}

interface Join {
  /** The time from pressing play until the first picture, in seconds. */
  startedAfter: number
  pictures: RecordedPicture[]
}

interface Watching {
  browser: Browser
  url: string
  id: string
  joins: number
  /** The person who watches, if not an anonymous viewer. */
  client?: HttpTestClient
}

async function watch({ browser, url, id, joins, client }: Watching): Promise<Join[]> {
  const watched: Join[] = []
  for (let join = 1; join <= joins; join += 1) {
    const page = await openBroadcastPage(browser, { baseURL: url })
    if (client) await setSessionCookies(page, client)
    await playBroadcast(page, id)
    const pressedAt = Date.now()
    await startRecordingPictures(page)
    await waitForRecordedPictures(page, 1)
    await pause(watchedSeconds * 1000)
    const pictures = await listRecordedPictures(page)
    await page.context().close()
    const startedAfter = (pictures[0]!.at - pressedAt) / 1000
    watched.push({ startedAfter, pictures })
    console.log(`  ${client ? 'staff' : 'public'} view ${join}: ${describeJoin({ startedAfter, pictures })}`)
  }
  return watched
}

/** Describes the pictures at some moments: their age, the speed of playback, and the buffered seconds. */
function describeJoin({ startedAfter, pictures }: Join): string {
  const [first] = pictures
  const moments = [0, 0.5, 1, 2, 4, 8].map((second) => {
    const picture = pictures.find(({ at }) => at >= first!.at + second * 1000)
    if (!picture) return ''
    return `${second} s: ${ageOf(picture).toFixed(2)} (×${picture.rate}, ${picture.bufferedSeconds.toFixed(2)})`
  })
  return `started after ${startedAfter.toFixed(2)} s; age at ${moments.join(', ')}`
}

type PictureFilter = (picture: RecordedPicture, first: RecordedPicture) => boolean
const isFirst: PictureFilter = ({ at }, first) => at < first.at + firstSeconds * 1000
const isSteady: PictureFilter = (picture, first) => !isFirst(picture, first)

function toAgeBar(
  name: string,
  joins: Join[],
  matches: PictureFilter,
  limits: Pick<LiveBar, 'min' | 'max' | 'judge'>,
): LiveBar {
  const pictures = joins.flatMap((join) =>
    join.pictures.filter((picture) => matches(picture, join.pictures[0]!)),
  )
  return {
    name: `${name}: camera → screen`,
    unit: 's',
    values: pictures.map(ageOf),
    ...limits,
    note: `${joins.length} times`,
  }
}

/** Returns the age of a picture when it was shown, in seconds. */
function ageOf({ number, at }: RecordedPicture): number {
  return computePictureAge(number, at) / 1000
}

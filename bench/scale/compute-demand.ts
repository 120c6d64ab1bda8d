import { computeHitRate, computePopularity } from './cache-hit-rate.ts'
import { type Assumptions, type DaySummary, watchedMinutes } from './simulate-day.ts'

/** Looks up a cost by its name in `costs.csv`. */
export type Costs = (name: string) => number

/** What a site needs during the peak hour, per second unless the name says otherwise. */
export interface Demand {
  viewers: number
  requests: number
  webCores: number
  databaseCores: number
  /** The parts of both that each operation uses. */
  coresByOperation: Record<string, { web: number; database: number }>
  /** The part of `databaseCores` that a replica can take over. */
  replicaCores: number
  searchCores: number
  statements: number
  notifications: number
  openStreams: number
  /** The share of pages of visitors that are in the page cache. */
  pageHitRate: number
  /** What all viewers receive, and what the site itself sends if a CDN keeps segments for 5 s or for a day. */
  deliveredGigabits: number
  originGigabits: number
  originGigabitsWithPurge: number
  /** Cores of workers: transcoding on average over the day, and broadcasts in the peak hour. */
  transcodingCores: number
  broadcastCores: number
  /** Likes and views of the most popular video. */
  writesToOneVideo: number
  /** Per day. */
  minutesWatchedPerDay: number
  uploadedTerabytesPerDay: number
  objectsWrittenPerDay: number
  newItemsPerDay: number
}

const secondsPerHour = 3600
const segmentSeconds = 4
/** How long a process keeps a page, and how many pages are the home page, categories and charts. */
const pageSeconds = 5
const popularPages = 20

/**
 * Computes what `people` people need from the simulated day of a sample of them. Each of the `webProcesses` has its own
 * page cache.
 */
export function computeDemand(
  { people: sample, peak, whole }: DaySummary,
  people: number,
  assume: Assumptions,
  cost: Costs,
  webProcesses: number,
): Demand {
  const scale = people / sample
  const rate = (count: number) => (count * scale) / secondsPerHour
  const viewers = (watchedMinutes(peak) * scale) / 60
  const live = (peak.liveMinutes * scale) / 60
  const memberViewers = (peak.memberMinutes * scale) / 60
  const recorded = viewers - live
  const memberShare = memberViewers / viewers
  const viewings = peak.memberViewings + peak.visitorViewings
  const cachedShare = computePageHitRate(
    people,
    rate(peak.visitorPages) / webProcesses,
    rate(peak.uploads) * cost('page-cache.drops-per-upload'),
    assume,
  )
  const originShare = 1 - computeCdnShare(people, viewers, 5, assume)
  const bitsPerSecond = assume('megabits') * 1e6
  const segments = (recorded * originShare) / segmentSeconds
  const liveRequests = live * cost('live.requests')
  const messages = rate(peak.chatMessages)
  const writes = rate(peak.comments) + messages

  /** How often each operation happens per second at the origin. */
  const operations: Record<string, number> = {
    'segment-member': segments * memberShare,
    'segment-anonymous': segments * (1 - memberShare) + liveRequests,
    'segment-megabyte': (segments * segmentSeconds * bitsPerSecond) / 8e6 + (live * bitsPerSecond) / 8e6,
    'page-cached': rate(peak.visitorPages) * cachedShare,
    'page-rendered': rate(peak.visitorPages) * (1 - cachedShare),
    'page-member': rate(peak.memberPages),
    'api-item': rate(viewings),
    'api-list': rate(viewings),
    'api-comments': rate(viewings),
    search: rate(peak.searches),
    like: rate(peak.likes),
    view: rate(viewings),
    position: rate(peak.memberViewings),
    comment: writes,
    // A member's page has a second stream, for notifications.
    'stream-member': memberViewers * (1 + cost('notification-stream.share')),
    'stream-visitor': viewers - memberViewers,
    delivery: rate(peak.comments) * 3 + messages * assume('viewers-per-broadcast'),
  }
  const sum = (resource: string) =>
    Object.entries(operations).reduce(
      (all, [name, perSecond]) => all + perSecond * cost(`${name}.${resource}`),
      0,
    )
  const searchCores = (operations['search']! * cost('search.database-with-a-million-items')) / 1000
  const small = (operations['search']! * cost('search.database')) / 1000
  const openStreams = operations['stream-member']! + operations['stream-visitor']!
  const uploadedMinutes = whole.uploads * scale * assume('upload-minutes')
  return {
    viewers,
    requests: Object.entries(operations)
      .filter(([name]) => !/^(stream|delivery|segment-megabyte)/.test(name))
      .reduce((all, [, perSecond]) => all + perSecond, openStreams / cost('heartbeat.seconds')),
    webCores: sum('web') / 1000,
    databaseCores: sum('database') / 1000 - small + searchCores,
    coresByOperation: Object.fromEntries(
      Object.entries(operations).map(([name, perSecond]) => [
        name,
        {
          web: (perSecond * cost(`${name}.web`)) / 1000,
          database: name === 'search' ? searchCores : (perSecond * cost(`${name}.database`)) / 1000,
        },
      ]),
    ),
    replicaCores:
      (1 - memberShare) * (searchCores + (operations['api-list']! * cost('api-list.database')) / 1000),
    searchCores,
    statements: sum('statements'),
    notifications:
      sum('notifications') + (openStreams / cost('heartbeat.seconds')) * cost('heartbeat.notifications'),
    openStreams,
    pageHitRate: cachedShare,
    deliveredGigabits: (viewers * bitsPerSecond) / 1e9,
    originGigabits: ((recorded * originShare + live) * bitsPerSecond) / 1e9,
    originGigabitsWithPurge:
      ((recorded * (1 - computeCdnShare(people, viewers, 86_400, assume)) + live) * bitsPerSecond) / 1e9,
    transcodingCores: (uploadedMinutes * cost('transcode.cpu-seconds-per-minute')) / 86_400,
    broadcastCores: (live / assume('viewers-per-broadcast')) * cost('broadcast.cores'),
    writesToOneVideo: (operations['like']! + operations['view']!) * shareOfMostPopular(people, assume),
    minutesWatchedPerDay: watchedMinutes(whole) * scale,
    uploadedTerabytesPerDay: (uploadedMinutes * cost('storage.megabytes-per-minute')) / 1e6,
    objectsWrittenPerDay: uploadedMinutes * cost('storage.objects-per-minute'),
    newItemsPerDay: whole.uploads * scale,
  }
}

/** The share of requests for segments that a CDN answers if it keeps them for a time. It keeps public videos only. */
function computeCdnShare(people: number, viewers: number, keepSeconds: number, assume: Assumptions): number {
  const caches = Math.max(1, Math.min(assume('edge-locations'), Math.round(viewers / 1000)))
  const hitRate = computeHitRate({
    perSecond: viewers / caches / segmentSeconds,
    ...popularityOf(people, assume),
    objectsPerVideo: (assume('upload-minutes') * 60) / segmentSeconds,
    keepSeconds,
  })
  return hitRate * assume('public-share')
}

/**
 * The share of pages of visitors that are in the page cache of the process. Some of them are the home page and other
 * popular pages. `changes` is how often per second all pages are dropped.
 */
function computePageHitRate(people: number, perSecond: number, changes: number, assume: Assumptions): number {
  const keepSeconds = 1 / (1 / pageSeconds + changes)
  const popular = assume('popular-page-share')
  const kept = ((perSecond * popular) / popularPages) * keepSeconds
  const watchPages = computeHitRate({
    perSecond: perSecond * (1 - popular),
    ...popularityOf(people, assume),
    objectsPerVideo: 1,
    keepSeconds,
  })
  return popular * (kept / (1 + kept)) + (1 - popular) * watchPages
}

function popularityOf(people: number, assume: Assumptions) {
  return { videos: people * assume('videos-watched-per-person'), exponent: assume('popularity-exponent') }
}

function shareOfMostPopular(people: number, assume: Assumptions): number {
  const { videos, exponent } = popularityOf(people, assume)
  return computePopularity(videos, exponent)[0]!.share
}

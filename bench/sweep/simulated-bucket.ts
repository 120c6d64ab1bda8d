import { setTimeout as pause } from 'node:timers/promises'
import type { ListedObject, Storage } from '#server/platform/storage/storage.ts'
import { benchPlaybackId, benchRenditions } from './insert-bench-videos.ts'

/** What the sweep has asked a simulated bucket for. */
export interface BucketUsage {
  pages: number
  objects: number
  removed: number
}

export interface BucketSize {
  videos: number
  /** The number of media segments of each rendition. One segment is a rendition that is stored as a single file. */
  segments: number
  /** The time in milliseconds until the bucket returns a page of 1000 objects. */
  latency: number
}

const pageSize = 1000
const old = new Date(Date.now() - 30 * 24 * 3600_000)

/**
 * Simulates a bucket whose objects are computed when they are listed, because no bucket with millions of objects is
 * available. A page of the listing takes `latency` milliseconds. Objects can be removed, but not read.
 */
export function createSimulatedBucket({ videos, segments, latency }: BucketSize): {
  storage: Storage
  usage: BucketUsage
  /** How many objects the bucket contains. */
  objects: number
} {
  const usage: BucketUsage = { pages: 0, objects: 0, removed: 0 }
  const names = ['index.m3u8', 'init.mp4', ...Array.from({ length: segments }, (_, n) => segmentName(n + 1))]
  const tails = benchRenditions.toSorted().flatMap((folder) => names.map((name) => `1/${folder}/${name}`))
  const removed = new Set<string>()

  async function* walk(
    prefix: string,
    { after = '' }: { after?: string } = {},
  ): AsyncGenerator<ListedObject> {
    const [, of] = prefix.split('/')
    if (!prefix.startsWith('media')) return void (await endPage())
    const numberOf = (text: string) => Number(/^video-(\d{7})/.exec(text)?.[1] ?? 0)
    const first = numberOf(of ?? after.slice('media/'.length))
    const last = of === undefined ? videos - 1 : first
    let inPage = 0
    for (let nth = first; nth <= last; nth += 1) {
      const name = benchPlaybackId(nth)
      if (removed.has(name)) continue
      for (const tail of tails) {
        const key = `media/${name}/${tail}`
        if (key <= after) continue
        if (inPage === 0) await endPage()
        inPage = (inPage + 1) % pageSize
        usage.objects += 1
        yield { key, size: 1000, modified: old }
      }
    }
    if (inPage === 0) await endPage()
  }

  async function endPage(): Promise<void> {
    usage.pages += 1
    if (latency > 0) await pause(latency)
  }

  const refuse = () => Promise.reject(new Error('the simulated bucket can only list and remove'))
  return {
    usage,
    objects: videos * tails.length,
    storage: {
      walk,
      async *list(prefix) {
        for await (const { key } of walk(prefix)) yield key
      },
      async remove(prefix) {
        usage.removed += 1
        await endPage()
        removed.add(prefix.split('/')[1]!)
      },
      stat: async () => null,
      open: refuse,
      locate: refuse,
      fetchTo: refuse,
      putBytes: refuse,
      putFile: refuse,
      putFolder: refuse,
      putStream: refuse,
    },
  }
}

function segmentName(number: number): string {
  return `seg_${String(number).padStart(5, '0')}.m4s`
}

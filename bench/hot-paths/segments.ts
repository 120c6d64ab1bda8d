import { setTimeout as pause } from 'node:timers/promises'
import { insertUsers } from '#tests/support/fixtures/bulk-users.ts'
import { createPlayableVideo } from '#tests/support/fixtures/playable-video.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { quantile } from '#tests/support/measurements/statistics.ts'
import { startHotPathSite } from './hot-path-site.ts'

const segmentSeconds = 4
const videos = 20
const warmUpSeconds = 10

/** Members watch videos, and each of them requests a segment every four seconds. */
export async function benchSegments(members: number, seconds: number): Promise<BenchMetric[]> {
  const { testApp, servers, close } = await startHotPathSite(1)
  const [server] = servers
  const creators = await insertUsers(testApp, 'creator', videos)
  const segments = Array.from({ length: 40 }, (_, nth) => `seg_${nth}.m4s`)
  const items = await Promise.all(creators.map((creator) => createPlayableVideo(creator, segments)))
  const viewers = await insertUsers(testApp, 'viewer', members)
  const idleFrom = server!.statements.count()
  await pause(5000)
  const idlePerSecond = (server!.statements.count() - idleFrom) / 5

  const times: number[] = []
  let failed = 0
  const beginsAt = performance.now()
  const watch = async (nth: number) => {
    const cookie = [...viewers[nth]!.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const folder = `${server!.url}/media/${items[nth % items.length]!.playback_id}/0/240p`
    for (let at = 0; ; at += 1) {
      const due = beginsAt + (at + nth / members) * segmentSeconds * 1000
      if (due > beginsAt + (warmUpSeconds + seconds) * 1000) return
      await pause(Math.max(0, due - performance.now()))
      const sentAt = performance.now()
      const response = await fetch(`${folder}/${segments[at % segments.length]}`, { headers: { cookie } })
      await response.arrayBuffer()
      if (response.status !== 200) failed += 1
      times.push(performance.now() - sentAt)
    }
  }
  const watching = Promise.all(viewers.map((_, nth) => watch(nth)))
  await pause(warmUpSeconds * 1000)
  const from = { statements: server!.statements.count(), at: performance.now() }
  await pause(seconds * 1000)
  const measuredSeconds = (performance.now() - from.at) / 1000
  const used = server!.statements.count() - from.statements - idlePerSecond * measuredSeconds
  await watching
  await close()
  const who = `segments: ${members} members`
  const perViewerMinute = used / ((members * measuredSeconds) / 60)
  return [
    {
      name: `${who}: statements per viewer`,
      value: perViewerMinute,
      unit: '/min',
      max: 3,
    },
    { name: `${who}: responses other than 200`, value: failed, unit: '', max: 0 },
    { name: `${who}: response p50`, value: quantile(times, 0.5), unit: 'ms' },
    { name: `${who}: response p99`, value: quantile(times, 0.99), unit: 'ms' },
  ]
}

import { randomUUID } from 'node:crypto'
import { heartbeatAckPath } from '#contract/live-updates.ts'
import { cachedPages, type MeasuredOperation, type SegmentSize } from '../measured-operations.ts'
import type { ScaleSite } from './scale-site.ts'
import type { HttpOperation } from './send-request.ts'

/** Returns the `nth` request of an operation. */
export function makeRequest(site: ScaleSite, name: MeasuredOperation, nth: number): HttpOperation {
  const { cookies, items } = site
  const member = { cookie: cookies[nth % cookies.length]! }
  const item = items[nth % items.length]!
  const json = { 'content-type': 'application/json' }
  if (name.startsWith('segment-')) {
    const [, who, size] = name.split('-') as [string, string, SegmentSize]
    const paths = site.segments[size]
    return { method: 'GET', path: paths[nth % paths.length]!, headers: who === 'member' ? member : {} }
  }
  switch (name as Exclude<MeasuredOperation, `segment-${string}`>) {
    case 'page-cached':
      return { method: 'GET', path: `/watch/${items[nth % cachedPages]}` }
    case 'page-rendered':
      // The cached pages are excluded, and a page is requested again only after it has expired.
      return { method: 'GET', path: `/watch/${items[cachedPages + (nth % (items.length - cachedPages))]}` }
    case 'page-member':
      return { method: 'GET', path: `/watch/${item}`, headers: member }
    case 'api-list':
      // Concurrent requests for the same list would share a response.
      return { method: 'GET', path: `/api/content?content_type=music_video&limit=${8 + (nth % 12)}` }
    case 'api-item':
      return { method: 'GET', path: `/api/content/${item}` }
    case 'api-comments':
      return { method: 'GET', path: `/api/content/${item}/comments` }
    case 'search':
      return { method: 'GET', path: `/api/search?q=${['night', 'rain', 'city', 'light'][nth % 4]}` }
    case 'like': {
      // Each pair of a member and an item occurs once.
      const liked = items[(nth + Math.floor(nth / cookies.length)) % items.length]!
      return { method: 'PUT', path: `/api/content/${liked}/like`, headers: member }
    }
    case 'view': {
      // Each view comes from another address, because repeated views are not counted.
      const from = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
      const headers = { 'x-forwarded-for': from, 'user-agent': 'A browser' }
      return { method: 'POST', path: `/api/content/${item}/views`, headers }
    }
    case 'position': {
      const body = JSON.stringify({ seconds: 30 + (nth % 100) })
      return { method: 'PUT', path: `/api/me/history/${item}`, headers: { ...member, ...json }, body }
    }
    case 'comment': {
      const body = JSON.stringify({ body: `Lovely light at minute ${nth}` })
      const path = `/api/content/${items[0]}/comments`
      return { method: 'POST', path, headers: { ...member, ...json }, body }
    }
    case 'heartbeat-forwarded':
      // No stream of this process has the id, so the process forwards the acknowledgement to the others.
      return { method: 'POST', path: heartbeatAckPath(randomUUID()) }
  }
}

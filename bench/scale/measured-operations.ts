/** The operations that are measured, apart from segments of several sizes. */
export const measuredOperations = [
  'page-cached',
  'page-rendered',
  'page-member',
  'api-list',
  'api-item',
  'api-comments',
  'search',
  'like',
  'view',
  'position',
  'comment',
  'heartbeat-forwarded',
] as const

export const segmentSizeNames = ['small', 'medium', 'large'] as const
export type SegmentSize = (typeof segmentSizeNames)[number]
export type MeasuredOperation =
  | (typeof measuredOperations)[number]
  | `segment-${'member' | 'anonymous'}-${SegmentSize}`

/** The number of watch pages that `page-cached` requests in turn. */
export const cachedPages = 12
/** How long the server keeps a rendered page (decision 031). */
export const cachedPageSeconds = 5

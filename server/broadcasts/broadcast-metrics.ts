import { createCounter, createGauge } from '../platform/metrics/registry.ts'

export const chunkBytesCounter = createCounter(
  'afterbell_broadcast_chunk_bytes_total',
  'Bytes received from the sources of broadcasts',
)

export const partsCounter = createCounter(
  'afterbell_broadcast_parts_total',
  'Parts of broadcasts that were packaged and stored',
  ['rendition'],
)

export const packagedBroadcastsGauge = createGauge(
  'afterbell_broadcasts_packaged',
  'Broadcasts that this process is packaging',
)

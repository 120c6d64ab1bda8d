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

export const broadcastViewersGauge = createGauge(
  'afterbell_broadcast_viewers',
  'Viewers of broadcasts whose players have requested a playlist from this process in the last 15 seconds',
)

export const encodersGauge = createGauge(
  'afterbell_encoders_connected',
  'Encoders that are sending a broadcast to this process',
)

export const refusedEncodersCounter = createCounter(
  'afterbell_encoders_refused_total',
  'Attempts of encoders to publish that this process has refused',
  ['reason'],
)

export const encoderDisconnectsCounter = createCounter(
  'afterbell_encoder_disconnects_total',
  'Accepted encoders whose connection has ended',
  ['reason'],
)

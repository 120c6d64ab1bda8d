/** Message type ids (RTMP 1.0, sections 5.4 and 7.1). */
export const messageTypes = {
  setChunkSize: 1,
  abort: 2,
  userControl: 4,
  windowAcknowledgementSize: 5,
  setPeerBandwidth: 6,
  acknowledgement: 3,
  audio: 8,
  video: 9,
  commandAmf3: 17,
  dataAmf0: 18,
  commandAmf0: 20,
} as const

/** One complete message. `timestamp` is an unsigned 32-bit number of milliseconds that may wrap around. */
export type RtmpMessage = { type: number; timestamp: number; body: Buffer }

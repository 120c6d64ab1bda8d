import { rtmpAudio, rtmpMessage, rtmpVideo, mediaBodies } from '#tests/support/clients/rtmp-client.ts'
import { encodeAmf0 } from '#media/rtmp/protocol/encode-amf0.ts'
import { messageTypes } from '#media/rtmp/protocol/message-types.ts'
import { garbage, type HostileSources, tinyFrames, voidElement } from './hostile-sources.ts'
import type { HttpAttacker } from './http-attacker.ts'
import { type RtmpAttacker, toRtmpMessages } from './rtmp-attacker.ts'

type Name =
  | 'garbage'
  | 'wrong codec'
  | '100,000 tiny fragments'
  | '100,000 tiny frames'
  | 'out of order'
  | 'replayed'
  | 'resolution bomb'
  | '100 × bitrate'
  | 'endless header'

/** Sends one kind of hostile bytes over HTTP until `over` is aborted. */
type HttpAttack = (attacker: HttpAttacker, over: AbortSignal, sources: HostileSources) => Promise<void>
/** Returns the bytes that an encoder sends on each connection, after its stream key was accepted. */
type RtmpAttack = (sources: HostileSources) => Buffer

const stream =
  (chunksOf: (sources: HostileSources) => Iterable<Buffer>): HttpAttack =>
  (attacker, over, sources) =>
    attacker.attack(over, (id) => attacker.sendChunks(id, chunksOf(sources), over))

export const httpAttacks: { [name in Name]?: HttpAttack } = {
  garbage: stream(() => Array.from({ length: 20 }, () => garbage)),
  'wrong codec': stream(({ vp8 }) => [vp8]),
  '100,000 tiny fragments': stream(({ mkv }) => split(Buffer.concat([mkv, voidElement(2_000_000)]), 16)),
  '100,000 tiny frames': stream(({ mkvHeader }) => [Buffer.concat([mkvHeader, tinyFrames])]),
  'out of order': (attacker, over, { mkv }) =>
    attacker.attack(over, async (id) => {
      await attacker.post(id, 0, mkv.subarray(0, 10_000))
      for (let n = 0; !over.aborted; n += 1) await attacker.post(id, 2 + ((n * 7919) % 100_000), garbage)
    }),
  replayed: stream(({ mkv }) => [...split(mkv, 200_000), ...split(mkv, 200_000)]),
  'resolution bomb': stream(({ hugeMkv }) => split(hugeMkv, 1_000_000)),
  '100 × bitrate': stream(({ mkv }) => endlessly([mkv.subarray(0, 50_000)], voidElement(2_000_000))),
  'endless header': stream(({ mkv }) => endlessly([mkv.subarray(0, 48)], voidElement(4096))),
}

const configs = Buffer.concat([rtmpVideo(mediaBodies.videoConfig), rtmpAudio(mediaBodies.audioConfig)])
const repeat = (bytes: Buffer, times: number) => Buffer.concat(Array.from({ length: times }, () => bytes))

export const rtmpAttacks: { [name in Name]?: RtmpAttack } = {
  garbage: () => garbage,
  'wrong codec': () => rtmpVideo(Buffer.concat([Buffer.of(0x90), Buffer.from('hvc1'), Buffer.alloc(20)])),
  '100,000 tiny fragments': () =>
    Buffer.concat([configs, rtmpVideo(mediaBodies.keyframe), repeat(rtmpAudio(mediaBodies.sound), 100_000)]),
  'out of order': () =>
    Buffer.concat([
      configs,
      ...[0, 5000, 1000].map((time) =>
        rtmpVideo(time === 0 ? mediaBodies.keyframe : mediaBodies.frame, time),
      ),
    ]),
  replayed: ({ flv }) => repeat(Buffer.concat(toRtmpMessages(flv)), 2),
  'resolution bomb': ({ hugeFlv }) => Buffer.concat(toRtmpMessages(hugeFlv)),
  '100 × bitrate': () => {
    const frame = Buffer.concat([mediaBodies.keyframe, Buffer.alloc(900_000)])
    return Buffer.concat([configs, repeat(rtmpVideo(frame), 30)])
  },
  'endless header': () => {
    const metadata = encodeAmf0(['onMetaData', { encoder: 'x'.repeat(16_000) }])
    return repeat(rtmpMessage(messageTypes.dataAmf0, metadata), 2000)
  },
}

/** The transports and names of all attacks, in the order in which they run. */
export function listAttacks(): { transport: 'HTTP' | 'RTMP'; name: string }[] {
  return [
    ...Object.keys(httpAttacks).map((name) => ({ transport: 'HTTP' as const, name })),
    ...Object.keys(rtmpAttacks).map((name) => ({ transport: 'RTMP' as const, name })),
  ]
}

export function prepareRtmpAttack(name: string, sources: HostileSources) {
  const bytes = rtmpAttacks[name as Name]!(sources)
  return (attacker: RtmpAttacker, over: AbortSignal) => attacker.attack(over, (client) => client.send(bytes))
}

export function prepareHttpAttack(name: string, sources: HostileSources) {
  return (attacker: HttpAttacker, over: AbortSignal) => httpAttacks[name as Name]!(attacker, over, sources)
}

function* split(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function* endlessly(first: Buffer[], next: Buffer): Generator<Buffer> {
  yield* first
  for (;;) yield next
}

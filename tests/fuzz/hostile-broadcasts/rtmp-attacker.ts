import { setTimeout as pause } from 'node:timers/promises'
import { messageTypes } from '#media/rtmp/protocol/message-types.ts'
import { flvTagTypes, readFlvTags } from '#media/rtmp/flv/flv-tags.ts'
import { rtmpAudio, rtmpMessage, RtmpTestClient, rtmpVideo } from '#tests/support/clients/rtmp-client.ts'
import type { HttpAttacker } from './http-attacker.ts'

export interface RtmpTarget {
  port: number
  streamKey: string
  /** The address from which the attacker connects. The server limits the connections of each address. */
  localAddress: string
}

/** Connects an encoder again and again, and sends hostile bytes on each connection. */
export class RtmpAttacker {
  connections = 0
  readonly #member: HttpAttacker
  readonly #target: RtmpTarget

  /** `member` creates the broadcasts, and records what the server tells the encoder. */
  constructor(member: HttpAttacker, target: RtmpTarget) {
    this.#member = member
    this.#target = target
  }

  async attack(over: AbortSignal, send: (client: RtmpTestClient) => void): Promise<void> {
    const ended = new Promise<void>((resolve) => over.addEventListener('abort', () => resolve()))
    await this.#member.attack(over, () => this.#connect(ended, send), 'rtmp')
  }

  async #connect(over: Promise<void>, send: (client: RtmpTestClient) => void): Promise<void> {
    const { port, streamKey, localAddress } = this.#target
    this.connections += 1
    const client = new RtmpTestClient(port, '127.0.0.1', localAddress)
    try {
      await Promise.race([client.publish(streamKey).catch(() => {}), client.closed, over])
      send(client)
      await Promise.race([client.closed, over])
      const [, , , status] = client.commands.findLast(([name]) => name === 'onStatus') ?? []
      const { code, description } = Object.fromEntries((status ?? new Map()) as Map<string, unknown>)
      if (code !== 'NetStream.Publish.Start' && typeof description === 'string')
        this.#member.record(description)
      else if (client.socket.closed) this.#member.record('(the connection was closed)')
    } finally {
      client.socket.destroy()
      // The release of the connection takes a moment.
      await pause(5)
    }
  }
}

/** Converts an FLV file to the messages that an encoder sends. */
export function toRtmpMessages(flv: Buffer): Buffer[] {
  return [...readFlvTags(flv)].map(({ type, timeMs, body }) => {
    if (type === flvTagTypes.script) return rtmpMessage(messageTypes.dataAmf0, body)
    return type === flvTagTypes.video ? rtmpVideo(body, timeMs) : rtmpAudio(body, timeMs)
  })
}

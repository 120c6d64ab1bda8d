import type { Socket } from 'node:net'

interface Flow {
  from: Socket
  to: Socket
  queue: Buffer[]
  queuedBytes: number
}

const packetBytes = 1500
/** The source of a flow pauses while this many bytes wait, as with the send buffer of a server. */
const maxQueuedBytes = 64 * 1024
const intervalMs = 5
/** If the timer is late, the link makes up for at most this much lost time, in milliseconds. */
const maxLatenessMs = 100

/**
 * One direction of a link with a limited bandwidth. The flows take turns packet by packet, so they share the
 * bandwidth equally. Each packet arrives `delayMs` after it was sent.
 */
export function createBottleneck(getBytesPerMs: () => number, delayMs: number) {
  const waiting: Flow[] = []
  let timer: NodeJS.Timeout | undefined
  let credit = 0
  let last = 0

  function sendPackets(): void {
    const now = performance.now()
    const rate = getBytesPerMs()
    credit = Math.min(credit + (now - last) * rate, maxLatenessMs * rate)
    last = now
    while (credit > 0 && waiting.length > 0) {
      const flow = waiting.shift()!
      const packet = takePacket(flow)
      credit -= packet.length
      setTimeout(() => flow.to.writable && flow.to.write(packet), delayMs)
      if (!flow.to.writable) flow.queuedBytes = 0
      else if (flow.queuedBytes > 0) waiting.push(flow)
    }
    if (waiting.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    carry(from: Socket, to: Socket): void {
      const flow: Flow = { from, to, queue: [], queuedBytes: 0 }
      from.on('data', (bytes: Buffer) => {
        if (!to.writable) return
        if (flow.queuedBytes === 0) waiting.push(flow)
        flow.queue.push(bytes)
        flow.queuedBytes += bytes.length
        if (flow.queuedBytes > maxQueuedBytes) from.pause()
        if (timer) return
        ;[last, credit] = [performance.now(), 0]
        timer = setInterval(sendPackets, intervalMs)
      })
      from.on('end', () => {
        const endWhenSent = () =>
          flow.queuedBytes > 0 ? setTimeout(endWhenSent, intervalMs) : setTimeout(() => to.end(), delayMs)
        endWhenSent()
      })
    },
  }
}

function takePacket(flow: Flow): Buffer {
  const [first] = flow.queue as [Buffer]
  const packet = first.subarray(0, packetBytes)
  if (packet.length < first.length) flow.queue[0] = first.subarray(packetBytes)
  else flow.queue.shift()
  flow.queuedBytes -= packet.length
  if (flow.queuedBytes < maxQueuedBytes / 2) flow.from.resume()
  return packet
}

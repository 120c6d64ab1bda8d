import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { contentEventsPath, heartbeatAckPath } from '#contract/live-updates.ts'
import type { ScaleSite } from './scale-site.ts'
import { sendRequest } from './send-request.ts'

export interface OpenPages {
  /** How many heartbeats and comments all pages together have received so far. */
  received(): { heartbeats: number; comments: number }
  /** The number of pages whose live updates are still open. */
  open(): number
  close(): void
}

/**
 * Opens the live updates of items, spread over `seconds` seconds. The pages belong to members or to anonymous visitors
 * with different addresses, and acknowledge their heartbeats.
 */
export async function openPages(
  site: ScaleSite,
  {
    items,
    count,
    by,
    seconds,
  }: { items: string[]; count: number; by: 'members' | 'visitors'; seconds: number },
): Promise<OpenPages> {
  const received = { heartbeats: 0, comments: 0 }
  let open = 0
  const acks = new Agent({ keepAlive: true, maxSockets: 8 })
  const hear = (text: string) => {
    received.comments += text.split('event: comment\n').length - 1
    for (const [, stream] of text.matchAll(/"stream":"([0-9a-f-]{36})"/g)) {
      received.heartbeats += 1
      void sendRequest(site.url, { method: 'POST', path: heartbeatAckPath(stream!) }, acks).catch(() => {})
    }
  }
  const openPage = (nth: number) => {
    const headers = {
      'x-forwarded-for': `10.200.${nth >> 8}.${nth & 255}`,
      ...(by === 'members' ? { cookie: site.cookies[nth % site.cookies.length]! } : {}),
    }
    const url = new URL(contentEventsPath(items[nth % items.length]!), site.url)
    const request = httpRequest(url, { agent: false, headers }, (response) => {
      if (response.statusCode === 200) open += 1
      response.setEncoding('utf8').on('data', hear)
      response.on('error', () => {}).on('close', () => (open -= 1))
    })
    request.on('error', () => {}).end()
    return request
  }
  const requests: ReturnType<typeof openPage>[] = []
  for (let nth = 0; nth < count; nth += 1) {
    requests.push(openPage(nth))
    await pause((seconds * 1000) / count)
  }
  return {
    received: () => ({ ...received }),
    open: () => open,
    close() {
      for (const request of requests) request.destroy()
      acks.destroy()
    },
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A trace span as the collector received it. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: number
  service: string
  failed: boolean
  milliseconds: number
  facts: Record<string, unknown>
}

interface Value {
  stringValue?: string
  intValue?: number | string
  boolValue?: boolean
  doubleValue?: number
}
interface Attribute {
  key: string
  value: Value
}
interface OtlpPayload {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'service' | 'failed' | 'facts'> & {
        startTimeUnixNano: string
        endTimeUnixNano: string
        attributes: Attribute[]
        status: { code?: number }
      })[]
    }[]
  }[]
}

/**
 * Receives traces over HTTP like an OpenTelemetry collector. The function `said` returns the JSON bodies of
 * all requests that the collector has received so far.
 */
export async function startTraceCollector() {
  const spans: ReceivedSpan[] = []
  const paths = new Set<string>()
  let said = ''
  const server = createServer(async (request, answer) => {
    const sent = (await json(request)) as OtlpPayload
    paths.add(request.url ?? '')
    said += JSON.stringify(sent)
    spans.push(...spansIn(sent))
    answer.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    paths,
    said: () => said,
    close: () => void server.close().closeAllConnections(),
  }
}

function spansIn({ resourceSpans }: OtlpPayload): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, startTimeUnixNano: from, endTimeUnixNano: until, ...span }) => ({
        ...span,
        parentSpanId: span.parentSpanId || undefined,
        service: String(readAttributes(resource.attributes)['service.name']),
        failed: status.code === 2,
        milliseconds: Number(BigInt(until) - BigInt(from)) / 1e6,
        facts: readAttributes(attributes),
      })),
    ),
  )
}

function readAttributes(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

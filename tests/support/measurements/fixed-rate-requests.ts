import { setTimeout as pause } from 'node:timers/promises'
import { createKeepAliveAgent, measureHttpGet } from './http-get-timing.ts'

/** Requests that every visitor makes, for measurements of response times: a list, an item and its comments. */
export function listOrdinaryApiPaths(contentId: string): string[] {
  return ['/api/content?limit=12', `/api/content/${contentId}`, `/api/content/${contentId}/comments`]
}

/**
 * Sends GET requests at a fixed rate, without waiting for earlier responses, until the `over` promise settles.
 * Returns the response times in milliseconds.
 */
export async function requestAtFixedRate(
  urls: string[],
  perSecond: number,
  over: Promise<unknown>,
): Promise<{ times: number[]; errors: number }> {
  const times: number[] = []
  let errors = 0
  const ended = new AbortController()
  void over.catch(() => {}).finally(() => ended.abort())
  const agents = Array.from({ length: 12 }, createKeepAliveAgent)
  const responses: Promise<void>[] = []
  for (let nth = 0; !ended.signal.aborted; nth++) {
    const response = measureHttpGet(urls[nth % urls.length]!, agents[nth % agents.length]!)
    responses.push(
      response.then(
        ({ status, milliseconds }) => void (status === 200 ? times.push(milliseconds) : (errors += 1)),
        () => void (errors += 1),
      ),
    )
    await pause(1000 / perSecond)
  }
  await Promise.all(responses)
  for (const agent of agents) agent.destroy()
  return { times, errors }
}

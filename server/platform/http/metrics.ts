import { createHash, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import { Hono } from 'hono'
import { Refusal } from '#contract/refusals.ts'
import { type Config, config } from '../config.ts'
import { log } from '../log.ts'
import { registry } from '../metrics/registry.ts'
import type { App } from './app.ts'
import { answerFailure } from './errors.ts'
import { healthRoutes } from './health.ts'
import { listen } from './listen.ts'
import { raw } from './mount.ts'

/**
 * `/metrics` of Prometheus, for who shows METRICS_TOKEN. For everybody else, and where none is set, there is nothing: how busy a site is, and
 * with what, is its operator's to know.
 */
export const metricsRoutes = [
  raw(['GET'], '/metrics', ({ req }) => answer(isReader(req.header('authorization')))),
]

/**
 * The same on a port of its own (METRICS_PORT), with what says that the process is well: a worker serves nothing else, and of several
 * processes behind one proxy each has to be read for itself. Where no token is set, it is for this machine alone (config.ts).
 */
export function listenBeside(where: NonNullable<Config['metrics']['listen']>): Promise<Server> {
  const app: App = new Hono()
  for (const { methods, path, answer: say } of healthRoutes) app.on(methods, path, say)
  app.get('/metrics', ({ req }) => answer(!config.metrics.token || isReader(req.header('authorization'))))
  app.notFound(() => answerFailure(new Refusal('not_found')))
  app.onError((thrown) => answerFailure(thrown))
  return listen(app, where)
}

async function answer(mayRead: boolean): Promise<Response> {
  if (!mayRead) throw new Refusal('not_found')
  return new Response(await registry.metrics(), {
    headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
  })
}

/** Does this header carry the token? Without one that is set nobody can. */
function isReader(authorization = ''): boolean {
  const { token } = config.metrics
  const shown = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!token || !shown) return false
  const isRight = timingSafeEqual(digest(shown), digest(token))
  if (!isRight) log.warn('metrics were asked for with a token that is not METRICS_TOKEN')
  return isRight
}

const digest = (text: string) => createHash('sha256').update(text).digest()

import type { ServerBuild } from 'react-router'
import type { requestServicesContext } from '#web/api/request-context.ts'

/**
 * The exports of the web app's server bundle: the pages, and the `requestServicesContext` key. The page
 * loaders use this key to find the services of a request in the router context.
 */
export type WebServerBuild = ServerBuild & {
  entry: { module: { requestServicesContext: typeof requestServicesContext } }
}

import type { ServerBuild } from 'react-router'
import type { requestServices } from '#web/api/request-services.ts'

/**
 * The exports of the web app's server bundle. The exports are the pages, and the context key under which the
 * page loaders find the services of a request.
 */
export type PageBuild = ServerBuild & { entry: { module: { requestServices: typeof requestServices } } }

import type { Config } from '@react-router/dev/config'

// Our routes are few: they all go out with the page, instead of a request for those behind every link that shows.
export default { appDirectory: 'web', ssr: true, routeDiscovery: { mode: 'initial' } } satisfies Config

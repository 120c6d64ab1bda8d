import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import '#server/platform/node-env.ts'

/*
 * The door. What Node makes of our sources and of those we stand on is kept beside them from one start to the next: nearly half of a
 * start's processor time went into making it anew. Where nothing may be written there, it is made anew.
 */
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/afterbell'))
await import('./start.ts')
// Now, because who is killed keeps nothing.
flushCompileCache()

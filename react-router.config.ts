import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

// Sends the list of all routes with the page. The list is short, and it avoids a request for the routes
// behind visible links.
export default {
  appDirectory: 'web',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => squeezeFiles(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config

/**
 * Compresses all files at build time. The server sends `x.js.br` to clients that support Brotli, because it
 * is 15 % smaller than gzip, and `x.js.gz` to all others. This plugin runs last because the route manifest is
 * written at the end of the build.
 */
async function squeezeFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  for (const file of files.filter((name) => /\.(js|css|svg)$/.test(name))) {
    const path = join(folder, file)
    const bytes = await readFile(path)
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

// Our routes are few: they all go out with the page, instead of a request for those behind every link that shows.
export default {
  appDirectory: 'web',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => squeezeFiles(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config

/**
 * Brotli at its slowest makes the scripts 15 % smaller than gzip on the fly; the server sends `x.js.br` where it may. At the
 * very end, because the manifest of routes is written last.
 */
async function squeezeFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  for (const file of files.filter((name) => /\.(js|css|svg)$/.test(name))) {
    const path = join(folder, file)
    await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)))
  }
}

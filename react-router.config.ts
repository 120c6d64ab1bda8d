import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

// Our routes are few: they all go out with the page, instead of a request for those behind every link that shows.
export default {
  appDirectory: 'web',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => squeezeFiles(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config

/**
 * Nothing is compressed when it is asked for: the server sends `x.js.br` where it may, 15 % smaller than gzip, and else `x.js.gz`, for who
 * stands behind something that knows no Brotli. At the very end, because the manifest of routes is written last.
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

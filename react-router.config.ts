import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { localizeBuild } from './i18n/compiler/localize-build.ts'

// Includes the manifest of all routes in every page. The manifest is short, and without it the browser would
// send extra requests for the routes of the links on the page.
export default {
  appDirectory: 'web',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig }) => {
    const folder = join(reactRouterConfig.buildDirectory, 'client')
    await shortenManifest(join(folder, 'assets'))
    await localizeBuild(folder, process.env['PSEUDO_LOCALE'] === '1')
    await squeezeFiles(folder)
  },
} satisfies Config

/** Pages that few people open, or that people open from an email instead of from another page. */
const rarelyOpened = new RegExp(
  `^pages/(${[
    '(admin|company|developer|legal|moderation)/.*',
    'account/(confirm-email|complete-social-sign-up|reset-password|two-factor)-page',
    'dashboard/unsubscribe-page',
    'safety/(intimate-image-notice|transparency)-page',
  ].join('|')})$`,
)

/**
 * Shortens the import lists of the routes: scripts that every page has already loaded are left out. The
 * browser uses these lists only to load the scripts of the next page early. The lists of rarely opened pages
 * are empty, so these pages load their scripts in a second step, and every page becomes smaller.
 */
async function shortenManifest(folder: string): Promise<void> {
  const name = (await readdir(folder)).find((file) => /^manifest-.*\.js$/.test(file))!
  const [, start, json] = /^(.*?=)(\{.*\});?$/s.exec(await readFile(join(folder, name), 'utf8'))!
  const manifest = JSON.parse(json!) as { entry: Scripts; routes: Record<string, Scripts> }
  const { entry, routes } = manifest
  const loaded = new Set([entry.module, ...entry.imports, routes['root']!.module, ...routes['root']!.imports])
  for (const [id, route] of Object.entries(routes))
    if (id !== 'root')
      route.imports = rarelyOpened.test(id) ? [] : route.imports.filter((url) => !loaded.has(url))
  await writeFile(join(folder, name), `${start}${JSON.stringify(manifest)};`)
}

interface Scripts {
  module: string
  imports: string[]
}

/**
 * Compresses all JavaScript, CSS and SVG files at build time. The server sends `x.js.br` to clients that
 * support Brotli and `x.js.gz` to all others. Brotli files are 15% smaller than gzip files. This function
 * runs at the end of the build, after the route manifest has been written.
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

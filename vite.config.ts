import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, parseSync, type Plugin, Visitor } from 'vite'
import { applySourceEdits, type SourceEdit } from './i18n/compiler/source-edits.ts'
import { developmentMessagesPlugin, messagesPlugin } from './i18n/compiler/messages-plugin.ts'

/**
 * Replaces zod (26 kB gzipped) with a stub in the browser bundle, because no code in the browser validates
 * data with zod.
 */
const noZodInBrowser: Plugin = {
  name: 'no-zod-in-browser',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) =>
    id === 'zod' ? fileURLToPath(new URL('web/api/zod-stub.ts', import.meta.url)) : undefined,
}

/**
 * Removes the descriptions of the API from the browser bundle. Only the OpenAPI document uses these
 * descriptions. In the browser bundle, they would add 1 kB to every page.
 */
const noDescriptionsInBrowser: Plugin = {
  name: 'no-descriptions-in-browser',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!id.startsWith(fileURLToPath(new URL('contract/', import.meta.url)))) return undefined
    const edits: SourceEdit[] = []
    new Visitor({
      CallExpression({ callee, end }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        if (callee.property.name === 'meta') edits.push({ start: callee.object.end, end, text: '' })
      },
      Property({ key, start, end }) {
        if (key.type === 'Identifier' && key.name === 'summary')
          edits.push({ start, end, text: "summary: ''" })
      },
    }).visit(parseSync(id.split('?')[0]!, code).program)
    return { code: applySourceEdits(code, edits), map: null }
  },
}

/**
 * Removes the demuxers for MPEG-TS, AAC and MP3 from hls.js, because all streams of the site are fragmented MP4. The list
 * of demuxers is the only code that refers to them.
 */
const onlyMp4InHls: Plugin = {
  name: 'only-mp4-in-hls',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!id.endsWith('/hls.js/dist/hls.light.mjs')) return undefined
    const list = /const muxConfig = \[(\{\s*demux: MP4Demuxer,\s*remux: PassThroughRemuxer\s*\}), [^\]]*\];/
    if (!list.test(code)) throw new Error('hls.js has changed: the list of demuxers was not found.')
    return { code: code.replace(list, 'const muxConfig = [$1];'), map: null }
  },
}

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const [root, entry] = ['web/root.tsx', 'web/entry.client.tsx'].map(toPath)
/** Small modules that the watch page always needs. Separate files would make the page larger. */
const smallPlayerModules = [
  'web/player/core/state-store.ts',
  'web/player/core/streaming/bandwidth.ts',
  'web/player/core/early-start/early-start.ts',
  'web/player/seek-watch-page-video.ts',
  'web/player/skin/use-player.ts',
  'web/ui/cards/small-cover.tsx',
  'web/ui/formatting/date-label.tsx',
  'web/ui/formatting/text-with-timecodes.tsx',
  'web/pages/layout/use-report-dialog.tsx',
  'web/player/skin/player-container.tsx',
  'web/features/watch-session/content-player-props.ts',
].map(toPath)

/** Bundles all modules that the root component imports into one file instead of a dozen. */
function shell(id: string, graph: Graph): string | null {
  frame ??= reached([root!, entry!, ...smallPlayerModules])
  return frame.has(id) ? 'shell' : null

  function reached(ids: readonly string[], found = new Set<string>()): Set<string> {
    for (const each of ids) {
      // Do not follow the imports of lucide-react, because its index file imports every icon.
      if (found.has(each) || each.includes('lucide-react')) continue
      found.add(each)
      reached(graph.getModuleInfo(each)?.importedIds ?? [], found)
    }
    return found
  }
}

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}
let frame: Set<string> | undefined

/**
 * Bundles shared code into a few files instead of forty: React, the modules of the root component, icons, and
 * other code that most pages share. Messages that only forms need (errors, sign-up, reports) are bundled with
 * the forms, to keep the home page and the watch page small. Video cards have their own file, because the
 * watch page shows no video cards. Times in a time zone also have their own file, because the watch page shows
 * none. Code of the admin console is not shared with other pages.
 */
const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
    { name: shell },
    { name: 'icons', test: /lucide-react/, minShareCount: 4 },
    {
      name: 'pieces',
      test: /[\\/](lucide-react|contract|web)[\\/](?!errors[\\/]|ui[\\/]forms|.*(own-content|replacements|confirm-dialog|account|report|video-card|content-card|card-row|watched|snapshot|hover-preview|time-zone|admin|console|webhook))/,
      minShareCount: 28,
    },
    { name: 'forms', test: /web[\\/]ui[\\/]forms/, minShareCount: 4 },
  ],
}

/**
 * The hashes in script names are short, because every page loads the names of all scripts in the route
 * manifest, and hashes cannot be compressed. Seven characters (42 bits) are enough, because a hash only has
 * to differ from the hashes of other versions of the same script.
 */
const scriptName = 'assets/[name]-[hash:7].js'
const fileNames = { entryFileNames: scriptName, chunkFileNames: scriptName }

export default defineConfig({
  // Build one CSS file for all pages. When the CSS was split, lazy chunks repeated shared rules and thereby
  // changed the order of these rules.
  build: { cssCodeSplit: false },
  plugins: [
    noZodInBrowser,
    noDescriptionsInBrowser,
    onlyMp4InHls,
    messagesPlugin(),
    developmentMessagesPlugin(),
    tailwindcss(),
    reactRouter(),
  ],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting, ...fileNames } } } },
    // The server bundle imports the translations from the source files, so the pages and the rest of the
    // server share one copy.
    ssr: { build: { rolldownOptions: { external: /^#i18n\// } } },
  },
})

import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** zod is 26 kB gzip and has no work to do in the browser. */
const noZodInBrowser: Plugin = {
  name: 'no-zod-in-browser',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) =>
    id === 'zod' ? fileURLToPath(new URL('web/api/zod-stub.ts', import.meta.url)) : undefined,
}

const [root, entry] = ['web/root.tsx', 'web/entry.client.tsx'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** What the frame of every page stands on, by what imports what: one file instead of a dozen. */
function shell(id: string, graph: Graph): string | null {
  frame ??= reached([root!, entry!])
  return frame.has(id) ? 'shell' : null

  function reached(ids: readonly string[], found = new Set<string>()): Set<string> {
    for (const each of ids) {
      // Its index leads to every icon that any page shows.
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
 * Four shared files instead of forty: what every page needs, and what most pages need. What only forms say (the texts of
 * refusals, joining, reporting) stays with them: Home and the watch page are to be light.
 */
const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
    { name: shell },
    { name: 'icons', test: /lucide-react/, minShareCount: 4 },
    {
      name: 'pieces',
      test: /[\\/](lucide-react|contract|web)[\\/](?!errors[\\/]|.*(account|report))/,
      minShareCount: 8,
    },
  ],
}

export default defineConfig({
  // One file for all pages: what a lazy piece brings along came again behind the others, and what lay below won over what lay above.
  build: { cssCodeSplit: false },
  plugins: [noZodInBrowser, tailwindcss(), reactRouter()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
})

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** zod is 26 kB gzip and has no work to do in the browser. */
const noZodInBrowser: Plugin = {
  name: 'no-zod-in-browser',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) =>
    id === 'zod' ? fileURLToPath(new URL('web/api/no-zod.ts', import.meta.url)) : undefined,
}

/** Brotli at its slowest makes the scripts 15 % smaller than gzip on the fly; the server sends `x.js.br` where it may. */
const brotliFiles: Plugin = {
  name: 'brotli-files',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir }) {
    const files = await readdir(dir!, { recursive: true })
    for (const file of files.filter((name) => /\.(js|css|svg)$/.test(name))) {
      const path = join(dir!, file)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)))
    }
  },
}

/** Two shared files instead of forty: what every page needs, and what most pages need. */
const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
    { name: 'pieces', test: /[\\/](lucide-react|contract|web)[\\/]/, minShareCount: 4 },
  ],
}

export default defineConfig({
  plugins: [noZodInBrowser, tailwindcss(), reactRouter(), brotliFiles],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
})

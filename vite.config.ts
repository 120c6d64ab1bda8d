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
    id === 'zod' ? fileURLToPath(new URL('web/api/no-zod.ts', import.meta.url)) : undefined,
}

/**
 * Two shared files instead of forty: what every page needs, and what most pages need. What only forms say (the texts of
 * refusals, joining, reporting) stays with them: Home and the watch page are to be light.
 */
const codeSplitting = {
  groups: [
    { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]/ },
    {
      name: 'pieces',
      test: /[\\/](lucide-react|contract|web)[\\/](?!.*(account|refusal|report))/,
      minShareCount: 8,
    },
  ],
}

export default defineConfig({
  plugins: [noZodInBrowser, tailwindcss(), reactRouter()],
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
})

/**
 * What stands for zod in the browser's build (see vite.config.ts). The contract's modules run there as they are, but a page
 * only reads an endpoint's method and path; schemas do their work on the server. Whoever parses here is told so.
 */
const stubSchema: unknown = new Proxy(() => {}, {
  get(_, name) {
    // A promise may look for it, and must not find one.
    if (name === 'then') return undefined
    if (name === 'parse' || name === 'safeParse') return throwNoSchemas
    return stubSchema
  },
  apply: () => stubSchema,
})

function throwNoSchemas(): never {
  throw new Error('Schemas are not in the browser: ask the API, or check on the server')
}

export { stubSchema as z, stubSchema as default }

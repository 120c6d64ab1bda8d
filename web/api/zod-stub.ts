/**
 * Replaces zod in the browser build (see vite.config.ts). The contract's modules are imported
 * unchanged, but a page only reads an endpoint's method and path; validation runs on the server.
 * Parsing with this stub throws.
 */
const stubSchema: unknown = new Proxy(() => {}, {
  get(_, name) {
    // `await` checks for `then` and must not find one.
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

/**
 * Replaces zod in the browser build (see vite.config.ts). The contract's modules are imported unchanged, but
 * pages use only the method and path of an endpoint; validation runs on the server. Parsing with this stub
 * throws an error.
 */
const stubSchema: unknown = new Proxy(() => {}, {
  get(_, name) {
    // The stub must not have a `then` property, because `await` would call it.
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

/**
 * Replaces zod in the browser bundle (see vite.config.ts). Pages import the modules of the API contract but
 * use only the method and the path of each endpoint, so the browser needs no zod. Values are validated only
 * on the server. Parsing a value with this stub throws an error.
 */
const stubSchema: unknown = new Proxy(() => {}, {
  get(_, name) {
    // The stub must not have a `then` property, because `await` would then treat the stub as a promise.
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

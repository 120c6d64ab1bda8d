import type { JsonSchema } from './json-schema.ts'

/** One request as it goes over the wire, and who sends it. */
export interface FuzzRequest {
  actor: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
}
export interface Operation {
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
}

/** What there is, by the name under which the document asks for it: ids, usernames, places in lists. */
export interface KnownValues {
  ids: string[]
  texts: Record<string, string[]>
  actors: string[]
  /** Addresses beside the API's: pages, media, files. */
  paths: string[]
  /** For the routes that the document does not describe. `asked`: each `*` is a place for a value. */
  raw: { uploads: string[]; media: string[]; asked: string[]; live: string[]; words: string[] }
}

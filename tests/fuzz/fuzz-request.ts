import type { JsonSchema } from './json-schema.ts'

/** A request as it is sent, with the actor who sends it. */
export interface FuzzRequest {
  actor: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>
}
export interface OpenApiOperation {
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema }[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
}

/** Values of existing records (IDs, usernames, cursors), keyed by parameter name in the OpenAPI document. */
export interface FuzzDictionary {
  ids: string[]
  texts: Record<string, string[]>
  actors: string[]
  /** URLs outside the API: pages, media, files. */
  paths: string[]
  /**
   * Values for routes outside the OpenAPI document. `usernames` contains paths whose placeholders (`*`) are
   * replaced with arbitrary values.
   */
  raw: {
    uploads: string[]
    chunks: string[]
    media: string[]
    usernames: string[]
    live: string[]
    words: string[]
  }
}

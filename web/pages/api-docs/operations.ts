import type { Schema } from './sketch.ts'

interface Body {
  content?: Record<string, { schema: Schema }>
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}

interface Described {
  summary: string
  tags: string[]
  parameters: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
}

/** The part of an OpenAPI document that the page shows. */
export interface Document {
  paths: Record<string, Record<string, Described>>
}

export interface Operation {
  method: string
  path: string
  summary: string
  parameters: Parameter[]
  body?: Schema
  status: string
  answer?: Schema
}

/** The operations by tag, in the document's order. */
export function groupsOf({ paths }: Document): [tag: string, operations: Operation[]][] {
  const groups = new Map<string, Operation[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const tag = described.tags[0] ?? 'Other'
      groups.set(tag, [...(groups.get(tag) ?? []), operation(path, method, described)])
    }
  }
  return [...groups]
}

function operation(path: string, method: string, described: Described): Operation {
  const status = Object.keys(described.responses).find((code) => code !== 'default') ?? '200'
  return {
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    parameters: described.parameters,
    body: schemaOf(described.requestBody),
    status,
    answer: schemaOf(described.responses[status]),
  }
}

const schemaOf = (body: Body | undefined) => body?.content?.['application/json']?.schema

/** For links within the page. */
export function idOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method}${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
}

import type { JsonSchemaNode } from './format-schema.ts'

interface OpenApiBody {
  content?: Record<string, { schema: JsonSchemaNode }>
}

interface OpenApiParameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchemaNode
}

interface OpenApiOperation {
  summary: string
  tags: string[]
  parameters: OpenApiParameter[]
  requestBody?: OpenApiBody
  responses: Record<string, OpenApiBody>
}

/** The part of the OpenAPI document that the API documentation page shows. */
export interface OpenApiPaths {
  paths: Record<string, Record<string, OpenApiOperation>>
}

export interface ApiOperation {
  method: string
  path: string
  summary: string
  parameters: OpenApiParameter[]
  body?: JsonSchemaNode
  status: string
  answer?: JsonSchemaNode
}

/** Groups the API operations by tag, in the order of the OpenAPI document. */
export function groupOperationsByTag({ paths }: OpenApiPaths): [tag: string, operations: ApiOperation[]][] {
  const groups = new Map<string, ApiOperation[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const tag = described.tags[0] ?? 'Other'
      groups.set(tag, [...(groups.get(tag) ?? []), toApiOperation(path, method, described)])
    }
  }
  return [...groups]
}

function toApiOperation(path: string, method: string, described: OpenApiOperation): ApiOperation {
  const status = Object.keys(described.responses).find((code) => code !== 'default') ?? '200'
  return {
    method: method.toUpperCase(),
    path,
    summary: described.summary,
    parameters: described.parameters,
    body: getJsonBodySchema(described.requestBody),
    status,
    answer: getJsonBodySchema(described.responses[status]),
  }
}

const getJsonBodySchema = (body: OpenApiBody | undefined) => body?.content?.['application/json']?.schema

/** Returns the anchor of an API operation, for links within the page. */
export function getOperationAnchor({ method, path }: Pick<ApiOperation, 'method' | 'path'>): string {
  return `${method}${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
}

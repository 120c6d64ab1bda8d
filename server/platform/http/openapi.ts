import { z, type ZodType } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiErrors } from '#contract/errors/error-table.ts'
import { isFeatureEnabled } from '../config.ts'
import { omitDisabledSchemaProperties } from './feature-gated-fields.ts'

const json = (schema: ZodType, io: 'input' | 'output') => ({
  'application/json': {
    schema: omitDisabledSchemaProperties(z.toJSONSchema(schema, { io, unrepresentable: 'any' })),
  },
})

const errorShape = () => ({
  type: 'object',
  required: ['error', 'requestId'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'title', 'detail'],
      properties: {
        code: { type: 'string', enum: enabledErrorCodes() },
        title: { type: 'string' },
        detail: { type: 'string' },
      },
    },
    requestId: { type: 'string' },
  },
})

function enabledErrorCodes(): string[] {
  const rows: Record<string, { status: number; when?: string }> = apiErrors
  return Object.keys(rows).filter((code) => !rows[code]!.when || isFeatureEnabled(rows[code]!.when))
}

/** Builds the OpenAPI 3.1 document from the schemas that parse the requests. */
export function buildOpenApiDocument(endpoints: Endpoint[], site: { name: string; url: string }) {
  const found: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints)
    (found[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint)
  return {
    openapi: '3.1.0',
    info: { title: `${site.name} API`, version: '1.0.0' },
    servers: [{ url: site.url }],
    paths: found,
    // Most requests that only read data need no authentication. All other requests accept a session or a
    // bearer token.
    security: [{}, { session: [] }, { bearer: [] }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: site.url.startsWith('https:') ? '__Host-session' : 'session',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token from `POST /api/auth/token`.',
        },
      },
      schemas: { Error: errorShape() },
      responses: {
        Refused: {
          description: 'The request failed. `error` explains why.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

function operation(endpoint: Endpoint) {
  const status = String(endpoint.status ?? 200)
  const empty = endpoint.response instanceof z.ZodUndefined
  return {
    summary: endpoint.summary,
    tags: [endpoint.tag],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: json(endpoint.body, 'input') } }),
    responses: {
      [status]: {
        description: 'The request succeeded.',
        ...(!empty && { content: json(endpoint.response, 'output') }),
      },
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes retries safe: a signed-in client that repeats a request with the same key within 24 hours gets the first response.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

function parameters(schema: ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const object = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required ?? []).includes(name),
    schema: property,
  }))
}

/** The part of JSON Schema that the contract's schemas use. */
export interface JsonSchemaNode {
  type?: string | string[]
  properties?: Record<string, JsonSchemaNode>
  required?: string[]
  items?: JsonSchemaNode
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchemaNode[]
  oneOf?: JsonSchemaNode[]
  format?: string
  description?: string
  default?: unknown
  additionalProperties?: boolean | JsonSchemaNode
  propertyNames?: JsonSchemaNode
}

/**
 * Formats a schema like a TypeScript type, for example `{ title: string, genre?: string }`. Each property is
 * on its own line.
 */
export function formatSchema(schema: JsonSchemaNode, depth = 0): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => formatSchema(choice, depth)).join(' | ')
  if (schema.type === 'array') return `${parenthesizeUnion(formatSchema(schema.items ?? {}, depth))}[]`
  if (schema.properties) return formatObjectSchema(schema, depth)
  if (schema.type === 'object') return `{ [name]: ${formatSchema(getMapValueSchema(schema), depth)} }`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any')
  return schema.format && schema.format !== 'email' ? schema.format : type
}

function formatObjectSchema(schema: JsonSchemaNode, depth: number): string {
  const pad = '  '.repeat(depth + 1)
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const mark = schema.required?.includes(name) ? '' : '?'
    const note = property.description ? `  // ${property.description}` : ''
    return `${pad}${name}${mark}: ${formatSchema(property, depth + 1)}${note}`
  })
  return lines.length ? `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}` : '{}'
}

function getMapValueSchema({ additionalProperties }: JsonSchemaNode): JsonSchemaNode {
  return typeof additionalProperties === 'object' ? additionalProperties : {}
}

const parenthesizeUnion = (text: string) =>
  text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text

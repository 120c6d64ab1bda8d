/** The part of JSON Schema that our contract produces. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  description?: string
  default?: unknown
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
}

/** A schema in the few signs a programmer reads fastest: `{ title: string, genre?: string }`, one property a line. */
export function sketch(schema: Schema, depth = 0): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => sketch(choice, depth)).join(' | ')
  if (schema.type === 'array') return `${bracketed(sketch(schema.items ?? {}, depth))}[]`
  if (schema.properties) return object(schema, depth)
  if (schema.type === 'object') return `{ [name]: ${sketch(valueOf(schema), depth)} }`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any')
  return schema.format && schema.format !== 'email' ? schema.format : type
}

function object(schema: Schema, depth: number): string {
  const pad = '  '.repeat(depth + 1)
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const mark = schema.required?.includes(name) ? '' : '?'
    const note = property.description ? `  // ${property.description}` : ''
    return `${pad}${name}${mark}: ${sketch(property, depth + 1)}${note}`
  })
  return lines.length ? `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}` : '{}'
}

function valueOf({ additionalProperties }: Schema): Schema {
  return typeof additionalProperties === 'object' ? additionalProperties : {}
}

const bracketed = (text: string) => (text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text)

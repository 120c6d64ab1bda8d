import assert from 'node:assert/strict'
import test from 'node:test'
import { formatSchema } from './format-schema.ts'

test('formats an object schema with one property per line, including optional markers and descriptions', () => {
  const schema = {
    type: 'object',
    required: ['title'],
    properties: {
      title: { type: 'string' },
      genre: { type: 'string', description: 'lower case' },
      tags: { type: 'array', items: { enum: ['a', 'b'] } },
    },
  }
  assert.equal(
    formatSchema(schema),
    '{\n  title: string\n  genre?: string  // lower case\n  tags?: ("a" | "b")[]\n}',
  )
})

test('indents all lines of the schema of a list of objects', () => {
  const items = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } }
  const schema = { type: 'object', required: ['items'], properties: { items: { type: 'array', items } } }
  assert.equal(formatSchema(schema), '{\n  items: {\n    id: uuid\n  }[]\n}')
})

test('formats nullable values, constants, unknown types and maps like TypeScript types', () => {
  assert.equal(formatSchema({ anyOf: [{ type: 'number' }, { type: 'null' }] }), 'number | null')
  assert.equal(formatSchema({ const: true }), 'true')
  assert.equal(formatSchema({}), 'any')
  assert.equal(
    formatSchema({ type: 'object', additionalProperties: { type: 'integer' } }),
    '{ [name]: integer }',
  )
})

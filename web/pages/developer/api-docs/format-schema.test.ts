import assert from 'node:assert/strict'
import test from 'node:test'
import { formatSchema } from './format-schema.ts'

test('an object reads one property a line, optional ones marked, notes beside them', () => {
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

test('a list of objects is indented as a whole', () => {
  const items = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } }
  const schema = { type: 'object', required: ['items'], properties: { items: { type: 'array', items } } }
  assert.equal(formatSchema(schema), '{\n  items: {\n    id: uuid\n  }[]\n}')
})

test('choices, constants and nullable values are told apart', () => {
  assert.equal(formatSchema({ anyOf: [{ type: 'number' }, { type: 'null' }] }), 'number | null')
  assert.equal(formatSchema({ const: true }), 'true')
  assert.equal(formatSchema({}), 'any')
  assert.equal(
    formatSchema({ type: 'object', additionalProperties: { type: 'integer' } }),
    '{ [name]: integer }',
  )
})

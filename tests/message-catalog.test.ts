/*
 * All user-facing text in web/ must be in the message catalog, web/messages. The catalog has one typed object
 * per feature and is ready for translation (docs/decisions). This check cannot detect text that is built in a
 * .ts file and then passed to a component. Code reviews must find the text that this check misses.
 */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import test from 'node:test'
import { parseSync, Visitor } from 'vite'

/** Long documents that are read and translated as a whole. */
const documents = ['web/pages/legal/documents/', 'web/pages/developer/api-docs/']

/** Attributes and properties whose text is displayed on the page or read aloud by screen readers. */
const readBy =
  /^(label|title|placeholder|alt|hint|prompt|text|description|detail|heading|noun|confirmLabel|cancelLabel|disabledReason|aria-(label|description|valuetext|roledescription|placeholder))$/

/** Values of displayed properties that are not natural language. */
const noText = /^(h[1-6]|website|profile|summary_large_image)$/

test('every user-visible string in web/ comes from the message catalog', async () => {
  const found: string[] = []
  for await (const path of glob('web/**/*.{ts,tsx}')) {
    if (path.startsWith('web/messages/') || path.endsWith('.test.ts')) continue
    if (documents.some((start) => path.startsWith(start))) continue
    for (const { text, line } of textsIn(path, await readFile(path, 'utf8')))
      found.push(`${path}:${line}: ${JSON.stringify(text)}`)
  }
  assert.deepEqual(found, [], 'move these to web/messages/<feature>/<name>.ts')
})

test('the message catalog check finds hard-coded strings in every syntactic position', () => {
  const seen = textsIn(
    'x.tsx',
    `const page = { title: 'One' }
     notify.bad('Two', more ? 'Three' : undefined)
     export const A = () => <p title="Four" className="no" aria-label={\`Five \${n}\`}>Six {a && 'Seven'} {n} • {words.x}</p>`,
  )
  const expected = ['One', 'Two', 'Three', 'Four', 'Five ', 'Six', 'Seven']
  assert.deepEqual(seen.map(({ text }) => text).toSorted(), expected.toSorted())
})

interface Found {
  text: string
  line: number
}

type Node = { type: string; start: number } & Record<string, unknown>

function textsIn(path: string, source: string): Found[] {
  const { program, errors } = parseSync(path, source)
  assert.deepEqual(errors, [], path)
  const found: Found[] = []
  const add = ({ text, at }: Piece) => {
    if (/\p{L}/u.test(text) && !noText.test(text))
      found.push({ text: text.trim() === text ? text : text.trimStart(), line: lineOf(source, at) })
  }
  const read = (node: unknown) => textsOf(node as Node | null).forEach(add)
  new Visitor({
    JSXText: ({ value, start }) => add({ text: value.trim(), at: start }),
    JSXAttribute({ name, value }) {
      if (name.type === 'JSXIdentifier' && (readBy.test(name.name) || name.name === 'error')) read(value)
    },
    JSXElement: ({ children }) => children.forEach((child) => child.type !== 'JSXText' && read(child)),
    JSXFragment: ({ children }) => children.forEach((child) => child.type !== 'JSXText' && read(child)),
    Property({ key, value }) {
      if (key.type === 'Identifier' && readBy.test(key.name)) read(value)
    },
    CallExpression({ callee, arguments: said }) {
      if (callee.type === 'MemberExpression' && source.slice(callee.start, callee.end).startsWith('notify.'))
        said.forEach(read)
    },
  }).visit(program)
  return found
}

interface Piece {
  text: string
  at: number
}

/** Returns the strings an expression may evaluate to. */
function textsOf(node: Node | null): Piece[] {
  const parts = (...names: string[]) => names.flatMap((name) => textsOf(node![name] as Node | null))
  switch (node?.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [{ text: node['value'], at: node.start }] : []
    case 'TemplateLiteral':
      return (node['quasis'] as { value: { cooked: string }; start: number }[]).map((quasi) => ({
        text: quasi.value.cooked,
        at: quasi.start,
      }))
    case 'JSXExpressionContainer':
      return parts('expression')
    case 'ConditionalExpression':
      return parts('consequent', 'alternate')
    case 'LogicalExpression':
      return node['operator'] === '&&' ? parts('right') : parts('left', 'right')
    case 'BinaryExpression':
      return node['operator'] === '+' ? parts('left', 'right') : []
    default:
      return []
  }
}

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split('\n').length
}

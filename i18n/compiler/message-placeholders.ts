import type { ESTree } from 'vite'
import type { SourceEdit } from './source-edits.ts'

/** The placeholder call that represents a string in the bundle until `localizeBuild` replaces it. */
export const messagePlaceholderFunctionName = '$message'

type Node = { type: string; start: number; end: number } & Record<string, unknown>

interface Module {
  path: string
  program: ESTree.Program
  /** The `defineMessages` calls in the module. */
  calls: readonly ESTree.CallExpression[]
}

interface Catalog {
  path: string
  /** The values of the module's top-level constants, by name. */
  constants: ReadonlyMap<string, Node>
  untranslated: ReadonlySet<string>
  edits: SourceEdit[]
}

/**
 * Returns the edits that turn each `defineMessages` call into an object. In that object, each string is a
 * placeholder call: `$message("area/topic.key", "English")`.
 */
export function createMessagePlaceholderEdits({ path, program, calls }: Module): SourceEdit[] {
  const edits: SourceEdit[] = []
  const constants = findConstants(program as unknown as Node)
  for (const call of calls) {
    const [name, texts, keys] = call.arguments as unknown as [Node, Node, Node | undefined]
    const untranslated = new Set(
      (keys?.['elements'] as Node[] | undefined)?.map((key) => key['value'] as string),
    )
    edits.push(
      { start: call.start, end: texts.start, text: '(' },
      { start: texts.end, end: call.end, text: ')' },
    )
    replaceTexts(name['value'] as string, texts, { path, constants, untranslated, edits })
  }
  return edits
}

function findConstants(program: Node): Map<string, Node> {
  const declarations = (program['body'] as Node[])
    .map((statement) => (statement['declaration'] as Node | null) ?? statement)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap((statement) => statement['declarations'] as { id: Node; init: Node | null }[])
  return new Map(
    declarations.flatMap(({ id, init }) =>
      init && id.type === 'Identifier' ? [[id['name'] as string, init]] : [],
    ),
  )
}

/** Collects the edits for one node of a tree of strings. `id` is the id of the node. */
function replaceTexts(id: string, wrapped: Node, catalog: Catalog): void {
  const node = resolve(unwrap(wrapped), catalog)
  if (!node) return
  const { edits, path } = catalog
  const parts = node['arguments'] as Node[] | undefined
  const callee = parts && nameOf(node['callee'] as Node)
  if (node.type === 'ObjectExpression') replaceProperties(id, node, catalog)
  else if (node.type === 'ArrayExpression')
    (node['elements'] as Node[]).forEach((element, index) => replaceTexts(`${id}.${index}`, element, catalog))
  else if (callee === 'message')
    edits.push({ ...span(node), text: placeholder(id, patternOf(id, parts!), true) })
  else if (callee === 'textWithConstants') {
    const [pattern, values] = parts as [Node, Node]
    edits.push(
      { start: node.start, end: values.start, text: `${placeholder(id, patternOf(id, [pattern]), true)}((` },
      { start: values.end, end: node.end, text: ')())' },
    )
  } else {
    const text = textOf(node)
    if (text !== null) edits.push({ ...span(node), text: placeholder(id, text, false) })
    else if (node.type === 'TemplateLiteral')
      throw new Error(`${path}: ${id} contains values. Use message() or textWithConstants().`)
  }
}

function replaceProperties(id: string, object: Node, catalog: Catalog): void {
  for (const property of object['properties'] as Node[]) {
    if (property.type === 'SpreadElement') replaceTexts(id, property['argument'] as Node, catalog)
    else if (!property['computed']) {
      const key = property['key'] as Node
      const name = String(key['name'] ?? key['value'])
      if (catalog.untranslated.has(name)) continue
      // `{ labels }` refers to a constant, whose strings are replaced where the constant is declared.
      replaceTexts(`${id}.${name}`, property['value'] as Node, catalog)
    }
  }
}

/**
 * Returns the node itself or, if the node is the name of a constant of this module, the constant's value.
 * Imported constants are not resolved.
 */
function resolve(node: Node, { constants }: Catalog): Node | undefined {
  const name = nameOf(node)
  if (name === null) return node
  const constant = constants.get(name)
  if (!constant) return undefined
  const value = unwrap(constant)
  // If the constant is itself a catalog, its strings are not replaced here.
  return value.type === 'CallExpression' && nameOf(value['callee'] as Node) === 'defineMessages'
    ? undefined
    : value
}

function patternOf(id: string, parts: Node[]): string {
  const pattern = textOf(parts[0]!)
  if (pattern === null) throw new Error(`the pattern of ${id} must be a plain string`)
  return pattern
}

/** Only messages with plurals or numbers need the functions of `i18n/browser/format.ts`. */
function placeholder(id: string, english: string, hasValues: boolean): string {
  const needsRuntime = /, *(plural|number)/.test(english)
  const runtime = !hasValues ? '' : needsRuntime ? ',$plural,$number' : ',0'
  return `/*#__PURE__*/ ${messagePlaceholderFunctionName}(${JSON.stringify(id)},${JSON.stringify(english)}${runtime})`
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  const quasis = node['quasis'] as { value: { cooked: string } }[] | undefined
  if (node.type === 'TemplateLiteral' && quasis?.length === 1) return quasis[0]!.value.cooked
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return null
  const [left, right] = [textOf(node['left'] as Node), textOf(node['right'] as Node)]
  return left === null || right === null ? null : left + right
}

const nameOf = (node: Node) => (node.type === 'Identifier' ? (node['name'] as string) : null)
const span = ({ start, end }: Node) => ({ start, end })

/** Removes type annotations such as `as const` and `satisfies`. */
function unwrap(node: Node): Node {
  return /^TS(As|Satisfies|NonNull)Expression$/.test(node.type) || node.type === 'ParenthesizedExpression'
    ? unwrap(node['expression'] as Node)
    : node
}

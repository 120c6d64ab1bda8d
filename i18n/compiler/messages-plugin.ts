import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'
import { createMessagePlaceholderEdits } from './message-placeholders.ts'
import { applySourceEdits } from './source-edits.ts'

/**
 * In the browser bundle, replaces the strings of every `defineMessages` call with placeholder calls, which
 * contain the id and the English string. After that, `localizeBuild` makes one copy of the scripts per
 * language.
 */
export function messagesPlugin(): Plugin {
  return {
    name: 'messages',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) =>
      id === '#i18n/define-messages.ts' || id === '#i18n/current-locale.ts'
        ? browserFile(id.slice('#i18n/'.length))
        : undefined,
    transform(code, id) {
      if (!code.includes('defineMessages(') || id.startsWith(ownFolder)) return undefined
      const { program, errors } = parseSync(id.split('?')[0]!, code)
      if (errors.length > 0) throw new Error(`${id}: ${errors[0]!.message}`)
      const calls: ESTree.CallExpression[] = []
      new Visitor({
        CallExpression(node) {
          if (node.callee.type === 'Identifier' && node.callee.name === 'defineMessages') calls.push(node)
        },
      }).visit(program)
      const edits = createMessagePlaceholderEdits({ path: id, program, calls })
      const runtime = `import { plural as $plural, number as $number } from ${JSON.stringify(browserFile('format.ts'))};`
      return { code: runtime + applySourceEdits(code, edits), map: null }
    },
  }
}

/**
 * During development, Vite sends the translations to the browser, because the browser cannot read the
 * translation files.
 */
export function developmentMessagesPlugin(): Plugin {
  return {
    name: 'development-messages',
    enforce: 'pre',
    apply: 'serve',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id, importer) =>
      id === './translations.ts' && importer?.startsWith(ownFolder)
        ? browserFile('translations.ts')
        : undefined,
  }
}

const ownFolder = fileURLToPath(new URL('..', import.meta.url))

function browserFile(name: string): string {
  return fileURLToPath(new URL(`../browser/${name}`, import.meta.url))
}

/** An untranslated text or attribute value on a page that is rendered in the pseudo-locale. */
export interface UntranslatedText {
  text: string
  where: string
}

const readAttributes =
  /\s(aria-label|aria-description|aria-valuetext|title|alt|placeholder|content)="([^"]*)"/g
/** Elements without a closing tag. */
const voidElements = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/

/**
 * Returns the untranslated texts of a page that is rendered in the pseudo-locale, where every translated text
 * is in brackets. Skips elements with their own `lang` attribute, such as the names of languages. `isAllowed`
 * returns whether any other text, such as a username, may be untranslated.
 */
export function findUntranslatedTexts(
  html: string,
  isAllowed: (rest: string) => boolean,
): UntranslatedText[] {
  const found: UntranslatedText[] = []
  const open: { name: string; isForeign: boolean }[] = []
  const check = (raw: string, where: string) => {
    const text = decodeEntities(raw).trim()
    if (!open.at(-1)?.isForeign && !isAllowed(removeBrackets(text))) found.push({ text, where })
  }
  // HTML comments are removed, because React inserts them between the parts of a single string.
  const body = html
    .replace(/<!--.*?-->|<!doctype[^>]*>/gis, '')
    .replace(/<(script|style|svg|template)\b.*?<\/\1>/gs, '')
  for (const [, closing, opening, attributes = '', text] of body.matchAll(
    /<\/([\w-]+)[^>]*>|<([\w-]+)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/gs,
  )) {
    if (text !== undefined)
      check(
        text,
        open
          .map(({ name }) => name)
          .slice(-3)
          .join(' > '),
      )
    else if (closing) {
      while (open.length > 0 && open.pop()!.name !== closing);
    } else if (opening) {
      const language = /\slang="([^"]*)"/.exec(attributes)?.[1]
      const isForeign = open.at(-1)?.isForeign || (language !== undefined && language !== 'en-XA')
      if (!isForeign && !isTechnicalMeta(opening, attributes))
        for (const [, name, value] of attributes.matchAll(readAttributes)) check(value!, `${opening} ${name}`)
      if (!voidElements.test(opening)) open.push({ name: opening, isForeign })
    }
  }
  return found
}

/**
 * Returns whether an element is a `<meta>` element that only programs read. Descriptions and titles do not
 * count, because people read them too.
 */
function isTechnicalMeta(name: string, attributes: string): boolean {
  return name === 'meta' && !/"(description|og:title|og:description)"/.test(attributes)
}

/**
 * Removes the translated texts, which the pseudo-locale puts in brackets. Brackets can be nested, because a
 * message can contain other messages.
 */
function removeBrackets(text: string): string {
  let rest = text
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(/\[[^[\]]*\]/gs, ' ')
  }
  return rest
}

function decodeEntities(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (hex || decimal) return String.fromCodePoint(Number.parseInt(hex ?? decimal!, hex ? 16 : 10))
      return named[name!] ?? all
    },
  )
}

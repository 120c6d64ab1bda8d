import { parse, type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀçđéƒǧĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇÐÉƑǦĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ'
const accentOf = new Map([...plain].map((letter, index) => [letter, [...accented][index]!]))

/** Returns the English text with accents, in brackets, and about 40% longer. The text stays readable. */
export function pseudoLocalizeText(text: string): string {
  return text === '' ? text : `[${accent(text)}${padding(text.length)}]`
}

/** Returns the pattern in the pseudo-locale. The values and the structure of the message are unchanged. */
export function pseudoLocalizePattern(pattern: string): string {
  const elements = parse(pattern, { ignoreTag: true })
  return `[${printAST(accentLiterals(elements))}${padding(longestText(elements))}]`
}

function accentLiterals(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: accent(element.value) }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element
    const options = Object.entries(element.options).map(([key, option]) => [
      key,
      { ...option, value: accentLiterals(option.value) },
    ])
    return { ...element, options: Object.fromEntries(options) } as MessageFormatElement
  })
}

function accent(text: string): string {
  return [...text].map((letter) => accentOf.get(letter) ?? letter).join('')
}

/** Returns the length of the text's longest variant, without the values. */
function longestText(elements: MessageFormatElement[]): number {
  return elements.reduce((length, element) => {
    if (element.type === TYPE.literal) return length + element.value.length
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return length
    return length + Math.max(...Object.values(element.options).map(({ value }) => longestText(value)))
  }, 0)
}

function padding(length: number): string {
  return ' ·'.repeat(Math.ceil((length * 0.4) / 2))
}

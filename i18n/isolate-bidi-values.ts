import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser'

/** The Unicode characters FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9). */
const [isolate, endIsolate] = ['\u2068', '\u2069']

/**
 * Isolates the text direction of each value in a message that is read from right to left. Without isolation,
 * a name in Latin letters would change the order of the words around it, and `@name` would be shown as
 * `name@`. A message that consists only of a value is left unchanged.
 */
export function isolateBidiValues(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.length === 1 && elements[0]!.type === TYPE.argument ? elements : isolateAll(elements)
}

function isolateAll(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  const isolated: MessageFormatElement[] = []
  for (const element of elements) {
    if (element.type === TYPE.argument) {
      const sign = takeSign(isolated)
      isolated.push(literal(isolate + sign), element, literal(endIsolate))
    } else if (element.type === TYPE.plural || element.type === TYPE.select) {
      const options = Object.entries(element.options).map(
        ([key, { value }]) => [key, { value: isolateAll(value) }] as const,
      )
      isolated.push({ ...element, options: Object.fromEntries(options) } as MessageFormatElement)
    } else isolated.push(element)
  }
  return isolated
}

/**
 * Removes the `@` or `#` from the end of the text, because it belongs to the username or tag that follows.
 */
function takeSign(elements: MessageFormatElement[]): string {
  const last = elements.at(-1)
  if (last?.type !== TYPE.literal || !/[@#]$/.test(last.value)) return ''
  elements[elements.length - 1] = literal(last.value.slice(0, -1))
  return last.value.at(-1)!
}

function literal(value: string): MessageFormatElement {
  return { type: TYPE.literal, value }
}

import { XMLBuilder } from 'fast-xml-parser'

/** An element: its text, its attributes (with `@`) and its child elements, or a list of such elements. */
export type XmlValue = string | number | XmlElement | readonly XmlValue[]
export interface XmlElement {
  [name: string]: XmlValue | undefined
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  // Otherwise, the attribute isPermaLink="true" would lose its value.
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
})

/** Builds an XML document. All texts are escaped. */
export function buildXml(root: XmlElement): string {
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    ...(removeForbidden(root) as object),
  })
}

// oxlint-disable-next-line no-control-regex
const forbiddenCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Removes undefined elements, and the characters that XML 1.0 forbids even as character references. */
function removeForbidden(value: XmlValue): unknown {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return value.toWellFormed().replace(forbiddenCharacters, '')
  if (Array.isArray(value)) return value.map(removeForbidden)
  const entries = Object.entries(value as XmlElement).filter(([, part]) => part !== undefined)
  return Object.fromEntries(entries.map(([name, part]) => [name, removeForbidden(part!)]))
}

/** The strings of one area, in nested objects with the same structure as the English messages. */
export interface TranslationTree {
  [key: string]: string | TranslationTree
}

/** Returns the strings in a translation file by message id. Empty strings count as not translated yet. */
export function flattenTranslations(area: string, topics: TranslationTree): [id: string, text: string][] {
  return Object.entries(topics).flatMap(([topic, tree]) => flatten(`${area}/${topic}`, tree))
}

function flatten(id: string, tree: string | TranslationTree): [id: string, text: string][] {
  if (typeof tree === 'string') return tree === '' ? [] : [[id, tree]]
  return Object.entries(tree).flatMap(([key, child]) => flatten(`${id}.${key}`, child))
}

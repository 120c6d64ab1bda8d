/** The tags that captions can contain (see media/captions/editable-cue-text.ts). Everything else is text. */
const tag = /<(?:\/?[biu]|v [^<>\n]+|\/v)>/g
const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&' }

/** Returns the text that viewers see, without tags. */
export function stripCaptionTags(text: string): string {
  return text.replace(tag, '').replace(/&(lt|gt|amp);/g, (_, name: string) => characters[name]!)
}

/**
 * Splits text in two. If the position is inside a tag, the text is split after the tag. Tags that are open at
 * the split position are closed in the first part and reopened in the second part.
 */
export function splitCueTextAt(text: string, position: number): [before: string, after: string] {
  const open: { tag: string; name: string }[] = []
  let at = position
  for (const { 0: found, index } of text.matchAll(tag)) {
    if (index >= at) break
    at = Math.max(at, index + found.length)
    const name = /[biuv]/.exec(found)![0]
    if (!found.startsWith('</')) open.push({ tag: found, name })
    else if (open.some((one) => one.name === name))
      open.splice(
        open.findLastIndex((one) => one.name === name),
        1,
      )
  }
  const closing = open.toReversed().map(({ name }) => `</${name}>`)
  return [
    text.slice(0, at).trim() + closing.join(''),
    open.map((one) => one.tag).join('') + text.slice(at).trim(),
  ]
}

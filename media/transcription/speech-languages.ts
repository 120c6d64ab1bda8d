/** The languages that whisper.cpp can transcribe, as ISO 639 codes. */
const speechLanguages = new Set(
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'.split(
    ' ',
  ),
)

/** Languages whose code in whisper.cpp differs from their BCP 47 tag. */
const otherCodes: Record<string, string> = { nb: 'no', fil: 'tl', jv: 'jw' }

/**
 * Returns the code of whisper.cpp for a BCP 47 tag, without its script and region. Returns null if whisper.cpp
 * cannot transcribe the language, so that it detects a similar language instead.
 */
export function findSpeechLanguage(tag: string | null): string | null {
  const base = tag?.split('-')[0] ?? ''
  const code = otherCodes[base] ?? base
  return speechLanguages.has(code) ? code : null
}

/** A normalised text. `offsets[i]` is the position of `text[i]` in the text as typed. */
export interface NormalizedText {
  text: string
  offsets: number[]
}

/**
 * Normalises text. Compatibility forms (NFKC), capitals, accents and look-alike characters become plain
 * lower-case letters, and invisible characters are removed. The original position of each character is kept,
 * so that whatever is found in the normalised text can be located in the text as typed.
 */
export function normalizeText(typed: string): NormalizedText {
  let text = ''
  const at: number[] = []
  let place = 0
  for (const char of typed) {
    const plain = normalizeCharacter(char)
    text += plain
    for (let n = 0; n < plain.length; n += 1) at.push(place)
    place += char.length
  }
  return { text, offsets: at }
}

const characterCache = new Map<string, string>()

function normalizeCharacter(char: string): string {
  const code = char.codePointAt(0)!
  if (code >= 0x20 && code < 0x7f) return code >= 0x41 && code <= 0x5a ? char.toLowerCase() : char
  const seen = characterCache.get(char)
  if (seen !== undefined) return seen
  const plain = computePlainCharacter(char, code)
  if (characterCache.size < 20_000) characterCache.set(char, plain)
  return plain
}

function computePlainCharacter(char: string, code: number): string {
  if (char === '\n' || char === '\r') return '\n'
  if (char === '\t' || blankCharacters.has(code)) return ' '
  const boxed = boxedLetter(code) ?? plainDigit(char, code)
  if (boxed) return boxed
  // Control characters, format characters (zero-width, bidirectional, soft hyphen) and combining marks are
  // invisible on their own.
  const bare = char.normalize('NFKD').replace(/[\p{Cc}\p{Cf}\p{M}]/gu, '')
  const small = bare.toLowerCase().replace(/\p{Z}/gu, ' ')
  return [...small].map((one) => homoglyphs.get(one) ?? one).join('')
}

/** Hangul and Braille characters that are drawn as blanks. */
const blankCharacters = new Set([0x115f, 0x1160, 0x3164, 0xffa0, 0x2800])

/**
 * Returns the plain letter for a boxed letter, a circled letter or a regional indicator (used for flags).
 * Returns null for any other character. Unicode treats these characters as symbols, but people read them as
 * letters.
 */
function boxedLetter(code: number): string | null {
  for (const first of [0x1f150, 0x1f170, 0x1f1e6])
    if (code >= first && code < first + 26) return String.fromCharCode(0x61 + code - first)
  return null
}

/** Returns the plain digit (0 to 9) for a digit in any script, including circled digits. */
function plainDigit(char: string, code: number): string | null {
  for (const one of [0x2776, 0x2780, 0x278a, 0x24f5])
    if (code >= one && code < one + 9) return String(code - one + 1)
  if (code === 0x24ff || code === 0x1f10b || code === 0x1f10c) return '0'
  if (!/\p{Nd}/u.test(char)) return null
  // In Unicode, the digits of a script are ten consecutive characters from zero to nine. The digits of
  // several scripts can follow each other without a gap, so the run of digits may begin with the zero of
  // another script. The remainder after division by ten is still the right digit.
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

const homoglyphs = new Map(
  [
    'a:аαɑаạ₳ᴀ',
    'ae:æӕ',
    'b:вβьъ฿ʙ',
    'c:сϲ¢ƈᴄ©',
    'd:ԁđɗᴅ',
    'e:еєεҽ€ə℮ᴇ',
    'f:ƒϝғꜰ',
    'g:ɡɢց',
    'h:һнηհʜ',
    'i:іιıɩꙇɪ',
    'j:јʝϳᴊ',
    'k:кκқᴋ',
    'l:ӏłℓʟι',
    'm:мϻᴍ',
    'n:пոɴ',
    'o:оοσøօ๐ᴏ',
    'oe:œ',
    'p:рρᴘ',
    'q:ԛ',
    'r:гяʀ',
    's:ѕʂꜱς',
    'ss:ß',
    't:тτŧᴛ',
    'u:υцսᴜµ',
    'v:νѵᴠ',
    'w:ԝωшᴡ',
    'x:хχ×',
    'y:уγўʏ',
    'z:ʐᴢƶ',
    "':’‘‛`´ʼ′",
    '":“”„«»',
    '-:‐‑‒–—−_',
    '.:․。·•',
  ].flatMap((row) => {
    const colon = row.indexOf(':', 1)
    return Array.from(row.slice(colon + 1), (like) => [like, row.slice(0, colon)] as const)
  }),
)

import type { NormalizedText } from './normalize-text.ts'

/** A word with its possible readings, sorted from most to least likely. */
export interface TokenizedWord {
  forms: string[]
  /** The word's position in the typed text. */
  from: number
  to: number
  /** Whether the letters were spaced out: `f u c k`. */
  spelled: boolean
  /** Whether the word starts a sentence. */
  first: boolean
}

/**
 * Splits normalized text into words. Spaced-out letters are joined. Digits and symbols that stand for letters
 * are read as letters.
 */
export function tokenizeWords({ text, offsets }: NormalizedText): TokenizedWord[] {
  const words: TokenizedWord[] = []
  const end = (index: number) => (offsets[index] ?? 0) + 1
  let singles: { letters: string; from: number; to: number; first: boolean } | null = null
  let last = 0
  const close = () => {
    if (singles) words.push(...joinSpelledLetters(singles))
    singles = null
  }
  for (const match of text.matchAll(wordPattern)) {
    const [raw] = match
    const gap = text.slice(last, match.index)
    const first = /[!?\n;:]/.test(gap) || (gap.includes('.') && !isInitial(text, last))
    last = match.index + raw.length
    const place = { from: offsets[match.index]!, to: end(last - 1), first }
    if (isSingle(raw) && gap.length <= 3) {
      if (singles) {
        singles.letters += raw
        singles.to = place.to
      } else singles = { letters: raw, ...place }
      continue
    }
    close()
    if (isSingle(raw)) singles = { letters: raw, ...place }
    else words.push({ forms: getWordForms(raw), ...place, spelled: false })
  }
  close()
  return words
}

/**
 * Matches letters, digits, and symbols that stand for letters. At the end of a word, most symbols are
 * punctuation and do not match.
 */
const wordPattern = /[a-z0-9@$](?:[a-z0-9@$!|*#%+'€]*[a-z0-9@$*])?/g

function isSingle(raw: string): boolean {
  return raw.length === 1
}

/** Joins three or more single letters into a word. One or two letters stay separate (`I`, `a`, `u r`). */
function joinSpelledLetters(run: {
  letters: string
  from: number
  to: number
  first: boolean
}): TokenizedWord[] {
  const { letters, from, to, first } = run
  if (letters.length >= 3 && /[a-z]/.test(letters))
    return [{ forms: getWordForms(letters), from, to, first, spelled: true }]
  return [...letters].map((letter, n) => ({
    forms: [letter],
    from,
    to,
    first: first && n === 0,
    spelled: false,
  }))
}

/** Returns the possible readings of a word. */
export function getWordForms(raw: string): string[] {
  const bare = raw.replaceAll("'", '')
  const forms = new Set<string>()
  if (/^[a-z0-9]+$/.test(bare)) forms.add(bare)
  if (isLeet(bare)) forms.add(decodeLeet(bare, 'i')).add(decodeLeet(bare, 'l'))
  if (forms.size === 0) forms.add(bare)
  for (const form of Array.from(forms)) {
    if (!/([a-z*])\1/.test(form)) continue
    forms.add(form.replace(/([a-z])\1{2,}/g, '$1'))
    forms.add(form.replace(/([a-z])\1{2,}/g, '$1$1'))
    forms.add(form.replace(/([a-z])\1+/g, '$1'))
  }
  return [...forms]
}

/**
 * Returns whether the digits and symbols of a word stand for letters. In `45s` and `8k`, for example, the
 * digits are a number and the letter is a unit.
 */
function isLeet(raw: string): boolean {
  if (!/[0-9@$!|+€]/.test(raw)) return false
  const letters = raw.replace(/[^a-z*]/g, '').length
  return letters * 2 >= raw.length || (letters > 0 && /^[a-z]/.test(raw))
}

const leetLetters: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '€': 'e',
  '+': 't',
}

function decodeLeet(raw: string, one: 'i' | 'l'): string {
  return raw.replace(/[0-9@$€+!|]/g, (sign) => leetLetters[sign] ?? (/[1!|]/.test(sign) ? one : sign))
}

/**
 * Returns the text in the form that the phrase lists match: lower case, single spaces, abbreviations
 * expanded, and a vertical bar (`|`) between sentences. For example, `I k1ll y0u` becomes `i kill you`.
 */
export function normalizeForPhraseMatching(words: readonly TokenizedWord[]): string {
  let text = ''
  for (const word of words) {
    const form = likeliestForm(word)
    text += `${text ? (word.first ? ' | ' : ' ') : ''}${abbreviations.get(form) ?? form}`
  }
  return text
}

/**
 * Returns the word's first reading that contains only letters, with every run of three or more equal letters
 * reduced to one.
 */
function likeliestForm({ forms }: TokenizedWord): string {
  const letters = forms.find((form) => /^[a-z]+$/.test(form)) ?? forms[0]!
  return letters.replace(/([a-z])\1{2,}/g, '$1')
}

const abbreviations = new Map(
  Object.entries({
    u: 'you',
    ya: 'you',
    yu: 'you',
    ur: 'your',
    youre: 'you are',
    your: 'your',
    yall: 'you all',
    r: 'are',
    im: 'i am',
    ill: 'i will',
    urself: 'yourself',
    yourselves: 'yourself',
    pls: 'please',
    plz: 'please',
    ppl: 'people',
    wanna: 'want to',
    gonna: 'going to',
    gotta: 'got to',
    whats: 'what is',
    wheres: 'where is',
    hes: 'he is',
    shes: 'she is',
    theyre: 'they are',
    lets: 'let us',
    pic: 'photo',
    pics: 'photos',
    picture: 'photo',
    pictures: 'photos',
    selfie: 'photo',
    selfies: 'photos',
    nudes: 'nudes',
    snapchat: 'snap',
    instagram: 'insta',
    ig: 'insta',
    whatsap: 'whatsapp',
    fone: 'phone',
    bf: 'boyfriend',
    gf: 'girlfriend',
    mum: 'mom',
    skool: 'school',
    every1: 'everyone',
    everybody: 'everyone',
    no1: 'nobody',
    noone: 'nobody',
    rlly: 'really',
    fugly: 'ugly',
  }),
)

/**
 * Returns whether a dot follows the initial of a name, as in `J.R.R.`, and therefore does not end a sentence.
 */
function isInitial(text: string, end: number): boolean {
  return /^(?:^|[^a-z0-9])[a-z]$/.test(text.slice(Math.max(0, end - 2), end))
}

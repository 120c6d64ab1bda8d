import { classifyMessagingAppName, type MessagingAppMatchStrength } from './messaging-app-names.ts'
import { isCommonWord } from './common-words.ts'
import type { NormalizedText } from '../normalize-text.ts'
import { findNumberSpans } from './obfuscated-phone-numbers.ts'
import { findObfuscatedLinks, findSpelledOutUrlSchemes } from './obfuscated-links.ts'

/*
 * Detects disguised contact details, such as an app's name next to an account name, spaced-out letters, or
 * separated digits. This detector has more false positives than `personal-information.ts`. It is used only
 * where false positives do little harm: for text from strangers to minors, and for text shown to minors
 * (decisions/042).
 */

type TextSpan = [number, number]

/** Returns the positions of disguised contact details as [from, to] pairs of offsets in the original text. */
export function findObfuscatedContactDetails(folded: NormalizedText, end: number): TextSpan[] {
  const { text, offsets } = joinSpacedLetters(folded)
  const place = (index: number) => offsets[index] ?? end
  const spans = [
    ...findAccountSpans(text),
    ...findObfuscatedLinks(text),
    ...findNumberSpans(text),
    ...findInviteSpans(text),
  ]
  const spelled = findSpelledOutUrlSchemes(folded.text).map(([from, to]): TextSpan => [
    folded.offsets[from]!,
    folded.offsets[to] ?? end,
  ])
  return [...spelled, ...spans.map(([from, to]): TextSpan => [place(from), place(to)])]
}

/** Joins single letters into words: `d i s c o r d`, `g.m.a.i.l`. */
function joinSpacedLetters(folded: NormalizedText): NormalizedText {
  let text = ''
  const at: number[] = []
  let last = 0
  const keep = (from: number, to: number) => {
    text += folded.text.slice(from, to)
    for (let n = from; n < to; n += 1) at.push(folded.offsets[n]!)
  }
  for (const { 0: run, index } of folded.text.matchAll(spacedLettersPattern)) {
    if (!/[a-z]/.test(run)) continue
    keep(last, index)
    for (let n = index; n < index + run.length; n += 1) if (/[a-z0-9]/.test(folded.text[n]!)) keep(n, n + 1)
    last = index + run.length
  }
  keep(last, folded.text.length)
  return { text, offsets: at }
}

const spacedLettersPattern = /(?<![a-z0-9])[a-z0-9](?:[ ._*~|-]{1,3}[a-z0-9](?![a-z0-9])){2,60}/g

interface ContactToken {
  text: string
  from: number
  to: number
  app: MessagingAppMatchStrength | null
  /** Whether the token starts a sentence. */
  first: boolean
  /** Whether the token ends a sentence. */
  last: boolean
  /**
   * Whether a separator such as `:` or `(` links the token to the previous token: `sc: lena`, `lena (ig)`.
   */
  marked: boolean
}

const tokenPattern = /@?[a-z0-9$](?:[a-z0-9$@!|._'-]*[a-z0-9$_])?|[👻📸]/gu

const marks = /^ ?(?:[:=>([-]|👉|→|➡\ufe0f?){1,3} ?$/u

/** Returns `plain` if the token is an app's name with dots inside, such as `sna.pchat`, otherwise null. */
function dottedApp(raw: string): MessagingAppMatchStrength | null {
  const bare = raw.replaceAll('.', '')
  return bare !== raw && bare.length >= 5 && classifyMessagingAppName(bare) === 'plain' ? 'plain' : null
}

function tokenize(text: string): ContactToken[] {
  const tokens: ContactToken[] = []
  let end = 0
  for (const { 0: raw, index } of text.matchAll(tokenPattern)) {
    const gap = text.slice(end, index)
    const ends = /[.!?,;\n()]/.test(gap)
    const before = tokens.at(-1)
    if (before) before.last = ends
    tokens.push({
      text: raw,
      from: index,
      to: index + raw.length,
      app: classifyMessagingAppName(raw.replace(/^@/, '')) ?? dottedApp(raw),
      first: !before || ends,
      last: true,
      marked: marks.test(gap),
    })
    end = index + raw.length
  }
  return tokens
}

const linkingWords = new Set(
  `is ist es est c'est cest name user username handle id acc account me at auf unter under as called heisst tag it my mein on add`.split(
    ' ',
  ),
)
const possessiveWords = new Set(['my', 'mein', 'meine', 'mi', 'mon', 'ma', 'add'])
const invitingWords = new Set(
  `add find look follow hmu search text dm message msg adde ajoute agrega such suche folge im am i'm its hit`.split(
    ' ',
  ),
)
const connectingWords = new Set(['on', 'auf', 'sur', 'en', 'at', 'bei', 'in', 'via', 'my'])

/** Finds the name of an app next to an account name: `insta zed`, `zed on snap`. */
function findAccountSpans(text: string): TextSpan[] {
  const tokens = tokenize(text)
  return tokens.flatMap((token, n): TextSpan[] => {
    if (!token.app) return [...findGluedAccount(token), ...selfCall(tokens, n)]
    return [...findAccountAfterApp(tokens, n), ...findAccountBeforeApp(tokens, n)]
  })
}

/**
 * Matches an app name followed by an account name in a word that was joined from single letters:
 * `d.i.s.c.o.r.d z e d 9 9` becomes `discordzed99`.
 */
const spelledApp =
  /^(?:discord|snapchat|instagram|telegram|whatsapp|tiktok|omegle|wickr)[a-z]{0,20}\d[a-z0-9]{0,20}$/

/**
 * Finds the name of an app and an account name that are joined by a dot or underscore: `snap.zed99`,
 * `insta_zed`.
 */
function findGluedAccount({ text, from, to }: ContactToken): TextSpan[] {
  const [first = '', ...rest] = text.split(/[._@]+/)
  if (spelledApp.test(text)) return [[from, to]]
  return first &&
    rest.length > 0 &&
    classifyMessagingAppName(first) &&
    rest.some((one) => isAccountName(one) || isPossibleName(one))
    ? [[from, to]]
    : []
}

/**
 * Finds invitations to look the author up under an account name: `find me as lena_skates`, `look me up,
 * lena_22`.
 */
function selfCall(tokens: ContactToken[], n: number): TextSpan[] {
  if (!invitingWords.has(tokens[n]!.text) || tokens[n + 1]?.text !== 'me') return []
  const account = tokens.slice(n + 2, n + 8).find(({ text }) => isAccountName(text) && !text.startsWith('@'))
  return account ? [[tokens[n]!.from, account.to]] : []
}

function findAccountAfterApp(tokens: ContactToken[], n: number): TextSpan[] {
  const app = tokens[n]!
  const isOwned = possessiveWords.has(tokens[n - 1]?.text ?? '')
  let isLinked = false
  for (let next = n + 1; next <= n + 4; next += 1) {
    const token = tokens[next]
    if (!token || (token.first && next > n + 1)) return []
    if (linkingWords.has(token.text)) {
      isLinked = true
      continue
    }
    if (token.app) return []
    const isFree =
      app.app !== 'weak' &&
      (token.last || token.text.length >= 9) &&
      (isOwned || (!isLinked && isAtSentenceStart(app)))
    if (isAccountName(token.text) && !(token.first && token.text.length < 4)) return [[app.from, token.to]]
    if ((token.marked || isOwned) && !token.first && isDotted(token.text)) return [[app.from, token.to]]
    if (token.marked && token.last && token.text.length >= 6 && isPossibleName(token.text))
      return [[app.from, token.to]]
    return isPossibleName(token.text) && !token.first && isFree ? [[app.from, token.to]] : []
  }
  return []
}

/** App names that are also ordinary words are recognised only at the start of a sentence. */
function isAtSentenceStart({ app, first }: ContactToken): boolean {
  return app === 'plain' || (app === 'ambiguous' && first)
}

function findAccountBeforeApp(tokens: ContactToken[], n: number): TextSpan[] {
  const app = tokens[n]!
  const isLinked = connectingWords.has(tokens[n - 1]?.text ?? '')
  const at = isLinked ? n - 2 : n - 1
  const name = tokens[at]
  if (!name || name.app || (app.first && !app.marked)) return []
  if (isAccountName(name.text)) return [[name.from, app.to]]
  if (!isLinked || app.app === 'weak' || !isPossibleName(name.text)) return []
  const isAsked = invitingWords.has(tokens[at - 1]?.text ?? '') || (name.first && app.last)
  return isAsked ? [[name.from, app.to]] : []
}

const figurePattern =
  /^(?:\d+[a-z]{1,4}|[a-z]\d{1,4}|v?\d+(?:\.\d+)+|mp[34]|h26[45]|gta\d|fifa\d+|covid19|[a-z]+\d)$/

/**
 * Returns whether a token mixes letters with digits, dots or underscores. Such a token can only be an account
 * name.
 */
function isAccountName(text: string): boolean {
  const name = text.replace(/^@/, '')
  if (name.length < 3 || name.length > 30 || !/[a-z]/.test(name)) return false
  if (text.startsWith('@')) return true
  if (/\d/.test(name)) return name.length >= 4 && !figurePattern.test(name)
  if (/[a-z0-9]_+[a-z0-9]/.test(name)) return true
  const parts = name.split('.')
  return parts.length > 2 || (parts.length === 2 && parts.some((part) => !isCommonWord(part)))
}

/**
 * Returns whether a token consists of two words joined by a full stop or an underscore (`mia.dances`). The
 * caller treats such a token as an account name only where an account name is expected.
 */
function isDotted(text: string): boolean {
  return /^[a-z]{2,}[._][a-z]{2,}$/.test(text)
}

/** Returns whether a token is not an ordinary word. Such a token may be an account name. */
function isPossibleName(text: string): boolean {
  return /^[a-z]{4,30}$/.test(text) && !isCommonWord(text)
}

/**
 * Matches phrases that point to an account name: `lena_skates on there`, `my @ is lena`, `same name on every
 * app`.
 */
const pointing =
  /(?<![a-z0-9_@])[a-z0-9.]{2,30}_[a-z0-9_.]{2,30} (?:on there|everywhere|on (?:the )?[a-z]{3,10} app)\b|\bmy @ is [a-z0-9._]{3,30}|\bsame (?:user|username|name|handle|@) on (?:every|all|the|my)\b/g
const invitePattern =
  /\bjoin (?:my|our) (?:[a-z]{2,12} )?(?:server|guild|discord|group|gc)(?: ?:? ?(?:code )?[a-z0-9]{4,16}\b)?/g

function findInviteSpans(text: string): TextSpan[] {
  return [invitePattern, pointing].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: invite, index }): TextSpan => [index, index + invite.length]),
  )
}

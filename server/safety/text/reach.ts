import { appIn, type App } from './apps.ts'
import { isCommon } from './common-words.ts'
import type { Folded } from './normalise.ts'
import { numberSpans } from './loose-numbers.ts'
import { looseLinkSpans, spelledSchemes } from './loose-links.ts'

/*
 * Ways to reach somebody that are written so that patterns miss them: the name of an app beside that of an account, letters apart,
 * figures with anything between. It takes more for a contact than `private-details.ts` does, so it only counts where that costs little:
 * for what strangers write to minors, and for what minors are shown (decisions/042).
 */

type Span = [number, number]

/** Where they stand in a text as it is typed: from, to. */
export function reachSpans(folded: Folded, end: number): Span[] {
  const { text, at } = joined(folded)
  const place = (index: number) => at[index] ?? end
  const spans = [...accounts(text), ...looseLinkSpans(text), ...numberSpans(text), ...invites(text)]
  const spelled = spelledSchemes(folded.text).map(([from, to]): Span => [
    folded.at[from]!,
    folded.at[to] ?? end,
  ])
  return [...spelled, ...spans.map(([from, to]): Span => [place(from), place(to)])]
}

/** Letters apart, joined: `d i s c o r d` and `g.m.a.i.l`. */
function joined(folded: Folded): Folded {
  let text = ''
  const at: number[] = []
  let last = 0
  const keep = (from: number, to: number) => {
    text += folded.text.slice(from, to)
    for (let n = from; n < to; n += 1) at.push(folded.at[n]!)
  }
  for (const { 0: run, index } of folded.text.matchAll(apart)) {
    if (!/[a-z]/.test(run)) continue
    keep(last, index)
    for (let n = index; n < index + run.length; n += 1) if (/[a-z0-9]/.test(folded.text[n]!)) keep(n, n + 1)
    last = index + run.length
  }
  keep(last, folded.text.length)
  return { text, at }
}

const apart = /(?<![a-z0-9])[a-z0-9](?:[ ._*~|-]{1,3}[a-z0-9](?![a-z0-9])){2,60}/g

interface Token {
  text: string
  from: number
  to: number
  app: App | null
  /** A sentence begins with it. */
  first: boolean
  /** A sentence ends with it. */
  last: boolean
  /** A sign before it says that it is what the word before names: `sc: lena`, `lena (ig)`. */
  marked: boolean
}

const word = /@?[a-z0-9$](?:[a-z0-9$@!|._'-]*[a-z0-9$_])?|[👻📸]/gu

const marks = /^ ?(?:[:=>([-]|👉|→|➡\ufe0f?){1,3} ?$/u

/** `sna.pchat` */
function dottedApp(raw: string): App | null {
  const bare = raw.replaceAll('.', '')
  return bare !== raw && bare.length >= 5 && appIn(bare) === 'plain' ? 'plain' : null
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { 0: raw, index } of text.matchAll(word)) {
    const gap = text.slice(end, index)
    const ends = /[.!?,;\n()]/.test(gap)
    const before = tokens.at(-1)
    if (before) before.last = ends
    tokens.push({
      text: raw,
      from: index,
      to: index + raw.length,
      app: appIn(raw.replace(/^@/, '')) ?? dottedApp(raw),
      first: !before || ends,
      last: true,
      marked: marks.test(gap),
    })
    end = index + raw.length
  }
  return tokens
}

const links = new Set(
  `is ist es est c'est cest name user username handle id acc account me at auf unter under as called heisst tag it my mein on add`.split(
    ' ',
  ),
)
const owners = new Set(['my', 'mein', 'meine', 'mi', 'mon', 'ma', 'add'])
const asks = new Set(
  `add find look follow hmu search text dm message msg adde ajoute agrega such suche folge im am i'm its hit`.split(
    ' ',
  ),
)
const between = new Set(['on', 'auf', 'sur', 'en', 'at', 'bei', 'in', 'via', 'my'])

/** An app and an account side by side: `insta zed`, `zed on snap`. */
function accounts(text: string): Span[] {
  const tokens = tokensOf(text)
  return tokens.flatMap((token, n): Span[] => {
    if (!token.app) return [...together(token), ...selfCall(tokens, n)]
    return [...after(tokens, n), ...ahead(tokens, n)]
  })
}

/** `d.i.s.c.o.r.d z e d 9 9` is one word once its letters are joined. */
const spelledApp =
  /^(?:discord|snapchat|instagram|telegram|whatsapp|tiktok|omegle|wickr)[a-z]{0,20}\d[a-z0-9]{0,20}$/

/** `snap.zed99` and `insta_zed`. */
function together({ text, from, to }: Token): Span[] {
  const [first = '', ...rest] = text.split(/[._@]+/)
  if (spelledApp.test(text)) return [[from, to]]
  return first && rest.length > 0 && appIn(first) && rest.some((one) => isAccount(one) || isName(one))
    ? [[from, to]]
    : []
}

/** `find me as lena_skates`, `look me up, lena_22`: how somebody asks to be found, with an account near. */
function selfCall(tokens: Token[], n: number): Span[] {
  if (!asks.has(tokens[n]!.text) || tokens[n + 1]?.text !== 'me') return []
  const account = tokens.slice(n + 2, n + 8).find(({ text }) => isAccount(text) && !text.startsWith('@'))
  return account ? [[tokens[n]!.from, account.to]] : []
}

function after(tokens: Token[], n: number): Span[] {
  const app = tokens[n]!
  const isOwned = owners.has(tokens[n - 1]?.text ?? '')
  let isLinked = false
  for (let next = n + 1; next <= n + 4; next += 1) {
    const token = tokens[next]
    if (!token || (token.first && next > n + 1)) return []
    if (links.has(token.text)) {
      isLinked = true
      continue
    }
    if (token.app) return []
    const isFree =
      app.app !== 'weak' &&
      (token.last || token.text.length >= 9) &&
      (isOwned || (!isLinked && isLeading(app)))
    if (isAccount(token.text) && !(token.first && token.text.length < 4)) return [[app.from, token.to]]
    if ((token.marked || isOwned) && !token.first && isDotted(token.text)) return [[app.from, token.to]]
    if (token.marked && token.last && token.text.length >= 6 && isName(token.text))
      return [[app.from, token.to]]
    return isName(token.text) && !token.first && isFree ? [[app.from, token.to]] : []
  }
  return []
}

/** Names that are words as well have to begin the sentence. */
function isLeading({ app, first }: Token): boolean {
  return app === 'plain' || (app === 'ambiguous' && first)
}

function ahead(tokens: Token[], n: number): Span[] {
  const app = tokens[n]!
  const isLinked = between.has(tokens[n - 1]?.text ?? '')
  const at = isLinked ? n - 2 : n - 1
  const name = tokens[at]
  if (!name || name.app || (app.first && !app.marked)) return []
  if (isAccount(name.text)) return [[name.from, app.to]]
  if (!isLinked || app.app === 'weak' || !isName(name.text)) return []
  const isAsked = asks.has(tokens[at - 1]?.text ?? '') || (name.first && app.last)
  return isAsked ? [[name.from, app.to]] : []
}

const figures =
  /^(?:\d+[a-z]{1,4}|[a-z]\d{1,4}|v?\d+(?:\.\d+)+|mp[34]|h26[45]|gta\d|fifa\d+|covid19|[a-z]+\d)$/

/** What only an account is called: letters with digits, dots or lines among them. */
function isAccount(text: string): boolean {
  const name = text.replace(/^@/, '')
  if (name.length < 3 || name.length > 30 || !/[a-z]/.test(name)) return false
  if (text.startsWith('@')) return true
  if (/\d/.test(name)) return name.length >= 4 && !figures.test(name)
  if (/[a-z0-9]_+[a-z0-9]/.test(name)) return true
  const parts = name.split('.')
  return parts.length > 2 || (parts.length === 2 && parts.some((part) => !isCommon(part)))
}

/** `mia.dances`: two words with nothing but a full stop between, where an account is expected. */
function isDotted(text: string): boolean {
  return /^[a-z]{2,}[._][a-z]{2,}$/.test(text)
}

/** What may be one: no word that sentences are made of. */
function isName(text: string): boolean {
  return /^[a-z]{4,30}$/.test(text) && !isCommon(text)
}

/** `lena_skates on there`, `my @ is lena`, `same name on every app`. */
const pointing =
  /(?<![a-z0-9_@])[a-z0-9.]{2,30}_[a-z0-9_.]{2,30} (?:on there|everywhere|on (?:the )?[a-z]{3,10} app)\b|\bmy @ is [a-z0-9._]{3,30}|\bsame (?:user|username|name|handle|@) on (?:every|all|the|my)\b/g
const inviting =
  /\bjoin (?:my|our) (?:[a-z]{2,12} )?(?:server|guild|discord|group|gc)(?: ?:? ?(?:code )?[a-z0-9]{4,16}\b)?/g

function invites(text: string): Span[] {
  return [inviting, pointing].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: invite, index }): Span => [index, index + invite.length]),
  )
}

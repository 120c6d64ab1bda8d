import { isCommonWord } from './common-words.ts'

/**
 * Top-level domains that count as a link whatever follows them, because they rarely follow a full stop in an
 * ordinary sentence.
 */
const unambiguousDomains =
  'com|c0m|net|org|info|biz|edu|gov|io|gg|ly|tv|cc|co|uk|nl|pl|ru|ua|cz|dk|gr|au|nz|jp|kr|br|mx|app|dev|xyz|mobi|icu|vip|gl|ee|tk|ml|ga|cf|ws|vc|eu|ai|sh|to|lt|lv|hu|ro|bg|hr|rs|sk|si|fi|se|pt|tr|il|ae|za|cn|hk|tw|sg|ph|vn|th|ge|kz|by|cat|xxx|porn|onl'
/**
 * Top-level domains that are also words. Most of these domains count as a link only if a path, a punctuation
 * mark or the end of the line follows.
 */
const ambiguousDomains =
  'lol|link|club|online|site|me|shop|store|social|chat|bio|page|website|it|is|in|us|no|am|la|fun|live|world|life|space|zone|tech|pro|wtf|sex|cam|ninja|rocks|gay|one|art|blog|cloud|fans|games|video|stream|team|group|email|click|top|win|best|cool|date|dating|love|moe|my|be|at|es|de|fr|ch|fm|su|so|st|im|id|do|as|tel|name|new|now|today|wiki|works|zip|mov|army|band|digital|media|network|studio|style|support|systems|tips|tools|city|land|farm|cafe|bar|pub|party|photo|photos|pics|news|monster|quest|beauty|hair|lgbt|kim'

const label = '[a-z0-9][a-z0-9-]{1,62}'
const dot = String.raw`(?:\.| \. ?| ?[([{<] ?(?:dot|punkt|punto|point|\.) ?[)\]}>] ?| dot | punkt | punto )`
/**
 * Top-level domains that count as a link even after an unusual separator, such as a comma (`zed,com`) or a
 * dot with a space, because they are not words in any supported language.
 */
const plainEndings = 'com|c0m|net|org|info|biz|gg|xyz|ly|ru|uk|tv|io'
const path = String.raw`(?: ?\/ ?[^\s/]\S*)`
const obfuscatedLinkPattern = new RegExp(
  String.raw`(?<![a-z0-9-])(${label})${dot}(?:(?:${unambiguousDomains})(?![a-z0-9-])${path}?|(?:${ambiguousDomains})(?![a-z0-9-])(?:${path}|(?=[ ]{0,3}(?:$|[\n!?,;)]|\.(?![a-z0-9]))))|(?:lol|link|club|online|site|me|fun)(?![a-z0-9'-]))`,
  'g',
)
const oddDot = String.raw`(?: ?[,*;•] ?|\. |[ -](?:d[o0]t|point|punkt|punto|ponto)[ -])`
/**
 * Matches links with unusual separators if a path or the end of the sentence follows the top-level domain.
 */
const oddLinks = new RegExp(
  String.raw`(?<![a-z0-9-])([a-z0-9]{3,63}(?:-[a-z0-9]{2,63}){0,3}?)${oddDot}(?:(?:${plainEndings})|(?<=punkt[ -])de|(?<=point[ -])(?:fr|be|ch)|(?<=punto[ -])(?:es|mx|ar))(?![a-z0-9-])(?:${path}|(?=[ ]{0,3}(?:$|[\n!?,;)]|\.(?![a-z0-9]))))`,
  'g',
)
/** A fast pre-check, so that only a few messages have to be checked with the slower patterns. */
const anyEnding = new RegExp(String.raw`[ ,*;•.-](?:${plainEndings}|de|fr|be|ch|es|mx|ar)(?![a-z0-9-])`)
/** Matches web addresses with a space instead of the dot: `evilchat com`, `www evilchat com`. */
const bareLinks = [
  /(?<![a-z0-9-])([a-z0-9-]{5,63}) com(?= ?\/| {0,3}(?:$|[\n!?,;)]))/g,
  /(?<![a-z0-9-])www[ .,]{1,3}([a-z0-9-]{3,63})(?:[ .,]{1,2}[a-z]{2,6}(?![a-z]))?/g,
]
const schemes = [
  /(?<![a-z])h(?:tt|xx)ps?(?: ?[:;.]{0,2} ?\/{1,3}| ?: ?)\S+/g,
  /(?<![a-z])[a-z]{2,12}:\/\/\S+/g,
  /(?<![a-z])magnet: ?\?\S+/g,
  /(?<![a-z])(?:mailto|sms|tel|facetime|skype|tg|whatsapp):[+?]?[a-z0-9]\S+/g,
  /(?<![a-z])localhost(?:[:/]\S+)/g,
]

const shortLinkPatterns = [
  /\b(?:discord|disc|dsc|invite) ?[.,]? ?gg(?: ?\/ ?\S+| (?=[a-z]*\d)[a-z0-9]{4,12}\b)/g,
  /\b(?:t|wa|m|kik|line) ?[.,]? ?me ?\/ ?\S+/g,
  /\b(?:bit ?[.,]? ?ly|linktr ?[.,]? ?ee|ngl ?[.,]? ?link|tinyurl ?[.,]? ?com) ?\/ ?\S+/g,
]

const emailProviders =
  'gmail|googlemail|hotmail|icloud|protonmail|gmx|yahoo|ymail|laposte|tonline|t-online|freenet'
const emailPatterns = [
  new RegExp(
    String.raw`[a-z0-9][a-z0-9._+-]{1,40} ?(?:@| at | ?[([{<] ?(?:at|@) ?[)\]}>] ?) ?(?:${emailProviders})\b(?:${dot}[a-z]{2,6}\b)?`,
    'g',
  ),
  /[a-z0-9][a-z0-9._+-]{1,40} ?@ ?(?:outlook|proton|live|web|aol|msn|yandex|mail|orange|posteo)\b(?: ?\. ?[a-z]{2,6}\b)?/g,
]

/**
 * Returns the positions, as [from, to], of obfuscated links and email addresses in normalised text. For
 * example, finds the links `zed dot com` and `discord gg/abc` and the email address `zed@gmail`.
 */
export function findObfuscatedLinks(text: string): [number, number][] {
  const named = [obfuscatedLinkPattern, ...(/com|www/.test(text) ? bareLinks : [])].flatMap((pattern) =>
    Array.from(text.matchAll(pattern)).filter(([, name = '']) => isHostName(name)),
  )
  const odd = anyEnding.test(text)
    ? Array.from(text.matchAll(oddLinks)).filter(([, name = '']) => name.length > 3 && isHostName(name))
    : []
  return [
    ...named,
    ...odd,
    ...[...shortLinkPatterns, ...(/[:/]/.test(text) ? schemes : []), ...emailPatterns].flatMap((pattern) =>
      Array.from(text.matchAll(pattern)),
    ),
  ].map(({ 0: link, index }) => [index, index + link.length])
}

/**
 * Finds URL schemes with spaced-out letters (`h t t p s zed`). Spaced-out letters show that a web address
 * follows, whereas text with the plain word `https` may merely be about URLs.
 */
export function findSpelledOutUrlSchemes(text: string): [number, number][] {
  return Array.from(text.matchAll(spelledScheme), ({ 0: link, index }) => [index, index + link.length])
}

const spelledScheme =
  /(?<![a-z0-9])h[ ._-]{1,2}t[ ._-]{1,2}t[ ._-]{1,2}p(?:[ ._-]{1,2}s)?(?![a-z0-9])[ :;./]{0,5}\S*/g

/** Returns whether a word before a dot belongs to a host name instead of ending a sentence. */
function isHostName(name: string): boolean {
  return /[a-z]/.test(name) && (name.length === 3 ? !shortWords.has(name) : !isCommonWord(name))
}

const shortWords = new Set(
  `the and for you but not was are its his her him she has had can all any out off one two ten yes lol omg wow bad big fun got get let see
  say sad mad old new now day way who why how our too try end ask far few hot bro ich wir ihr sie das der die und ist ein mal les des une
  est pas que los las una por con mas vol feat pro per via etc yet own set run sit cut ago may mix eat art ear eye win won met saw did`.split(
    /\s+/,
  ),
)

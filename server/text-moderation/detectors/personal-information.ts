import { findPhoneNumberSpans, containsPhoneNumber } from './phone-numbers.ts'
import { compilePhrases } from './phrase-patterns.ts'

/** Kinds of details that let a stranger find or contact a person. */
export type PersonalInformationKind = 'phone' | 'email' | 'address' | 'school' | 'handle' | 'place' | 'name'

/**
 * Returns the kinds of private details that the text contains. `plain` is the output of `normalizeText`, and
 * `phrase` is the output of `normalizeForPhraseMatching`. `typed` is the text before normalisation, which is
 * needed because school names are recognised by their capital letters.
 */
export function findPersonalInformation(text: {
  typed: string
  plain: string
  phrase: string
}): PersonalInformationKind[] {
  const { typed, plain, phrase } = text
  const found: [PersonalInformationKind, boolean][] = [
    ['phone', containsPhoneNumber(plain, phrase)],
    ['email', emailPattern.test(plain) || spelledEmailPattern.test(plain)],
    ['handle', accountHandlePatterns.some((handle) => handle.test(plain))],
    ['address', hasAddress(plain, phrase)],
    ['school', schoolPattern.test(typed) || schoolPhrases.test(phrase)],
    ['place', coordinatesPattern.test(plain)],
    ['name', fullNamePhrases.test(phrase)],
  ]
  return found.filter(([, is]) => is).map(([detail]) => detail)
}

/**
 * Returns the positions in `plain`, as [from, to], of details that can be located exactly: email addresses,
 * account names on other apps, and phone numbers.
 */
export function findPersonalInformationSpans(plain: string): [number, number][] {
  const spans = locatedPatterns.flatMap((pattern) =>
    Array.from(plain.matchAll(pattern), ({ 0: detail, index }): [number, number] => [
      index,
      index + detail.length,
    ]),
  )
  return [...spans, ...findPhoneNumberSpans(plain)]
}

const emailPattern = /[a-z0-9][a-z0-9.+-]{0,63} ?@ ?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.[a-z]{2,12}\b/
const at = String.raw`(?: ?[([{<] ?(?:at|@|a) ?[)\]}>] ?| at | @ )`
const dot = String.raw`(?: ?[([{<] ?(?:dot|punkt|punto|point|\.) ?[)\]}>] ?| dot | punkt | punto )`
const spelledEmailPattern = new RegExp(
  String.raw`[a-z0-9][a-z0-9.+-]{1,40}${at}[a-z0-9-]{1,40}(?:${dot}|(?<=[)\]}>] ?[a-z0-9-]{1,40})\.)[a-z]{2,12}\b`,
)

const app = String.raw`\b(?:snap(?:chat)?|sc|insta(?:gram)?|ig|discord|tiktok|tik tok|telegram|tg|whatsapp|kik|skype|wechat|line|psn|gamertag|roblox|steam|twitter|facebook|fb|signal)`
const accountHandlePatterns = [
  // "insta: lena" and "snap = lena": after a separator, any word counts as an account name.
  new RegExp(`${app}(?: (?:name|id|user|username|handle|acc|account))? ?[:=] ?@?[a-z0-9][a-z0-9._-]{2,30}`),
  // "my snap is lena.xo22" and "tiktok @lena": without a separator, the word must look like an account name.
  new RegExp(`${app}(?: (?:is|ist|es|est|name|user|username|handle|auf|on))? @[a-z0-9._-]{3,30}`),
  new RegExp(`${app} (?:is|ist|es|est|c'est) [a-z0-9._-]{0,28}[0-9._-][a-z0-9._-]{0,28}[a-z0-9]`),
  new RegExp(
    `\\b(?:my|mein|mi|mon|add|follow) ${app.slice(2)} (?:is |ist |es |est )?@?[a-z0-9._-]{0,28}[a-z][0-9._-]{1,4}[a-z0-9]{0,20}`,
  ),
  /\b[a-z0-9_.-]{2,32}#\d{4}\b/,
]

const locatedPatterns = [emailPattern, spelledEmailPattern, ...accountHandlePatterns].map(
  ({ source }) => new RegExp(source, 'g'),
)

const homeWords =
  /\b(?:live|living|lives|address|adress|house|home|flat|apartment|moved to|come to|come over|visit me|mail it|send it|wohn\w{0,4}|adresse|daheim|bei mir|zuhause|vivo|vivimos|direccion|mi casa|habite|habitons|chez moi)\b/
const street = String.raw`(?:street|str|avenue|ave|road|rd|lane|ln|drive|dr|court|boulevard|blvd|crescent|terrace|close|way|square|gardens|grove|hill)`
const addressPatterns = [
  new RegExp(String.raw`\b\d{1,5}[a-z]?,? (?:[a-z']{2,20} ){1,3}${street}\b`),
  new RegExp(String.raw`\b(?:number|nr|no) (?:is )?\d{1,5}\b.{0,40}\b(?:[a-z']{2,20} )${street}\b`),
  /\b[a-z-]{2,30}(?:strasse|str\.|gasse|weg|allee|platz|damm|ufer) ?\d{1,4}\b/,
  /\b(?:calle|avenida|plaza|paseo|carrer) (?:[a-z]{2,20} ){1,4}\d{1,4}\b/,
  /\b\d{1,4}(?: bis)?,? (?:rue|avenue|boulevard|place|chemin|impasse|allee) [a-z]{2,20}\b/,
]

/**
 * Returns whether the text contains a postal address. A street name with a house number could be the title of
 * a video, so it counts as a person's address only in text with words such as "live" or "home".
 */
function hasAddress(plain: string, phrase: string): boolean {
  return (
    homeWords.test(phrase) && addressPatterns.some((address) => address.test(plain.replaceAll('\n', ' ')))
  )
}

const schoolKind = String.raw`(?:High School|Middle School|Primary School|Elementary|Secondary School|Grammar School|Comprehensive|School|College|Academy|Gymnasium|Realschule|Gesamtschule|Grundschule|High)`
const schoolPattern = new RegExp(
  String.raw`\b(?:[Ii] go|[Ww]e go|go|study|student|pupil|grade|class|[Yy]ear \d{1,2}|freshman|sophomore|junior|senior|bin|gehe|attend)\b(?: (?:at|to|in|auf|am|an|das|die|the|of))* (?:(?:St\.?|[A-Z][\w'’-]+) ){1,4}${schoolKind}\b`,
)
const schoolPhrases = compilePhrases(`
i (go to|attend|study at|am at|am in) (?!(?:my|the|a|an|high|middle|art|music|drama|public|private|this|that|same|boarding|secondary|primary|elementary|online|old|new|night|summer|dance|film|our|his|her|your|school|language|sunday) )[a-z]{3,20} (high school|high|middle school|secondary|academy|gymnasium|primary|elementary|school|college)
(ich gehe|gehe) (auf|in) (das|die|den) (?!(?:gleiche|neue|alte|selbe|andere|erste) )[a-z]{3,20} (gymnasium|realschule|gesamtschule|schule)
(voy al|estudio en el) (?!(?:mismo|nuevo|primer) )(colegio|instituto) [a-z]{3,20}
(je vais au|je suis au) (college|lycee) [a-z]{3,20}
`)

const coordinatesPattern = /(?:^|[^\d.])-?\d{1,2}\.\d{4,8}°?[ns]?[,;/ ] ?-?\d{1,3}\.\d{4,8}(?![\d.])/
const fullNamePhrases = compilePhrases(`
my (full|real|whole) name is [a-z]{2,20} [a-z]{2,20}
(mein (voller|richtiger|echter) name ist|ich heisse mit vollem namen) [a-z]{2,20} [a-z]{2,20}
mi nombre (completo|real) es [a-z]{2,20} [a-z]{2,20}
mon (vrai nom|nom complet) est [a-z]{2,20} [a-z]{2,20}
`)

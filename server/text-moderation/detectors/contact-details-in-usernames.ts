import { isCommonWord } from './common-words.ts'
import { getWordForms } from '../tokenize-words.ts'

/*
 * Detects usernames that contain contact details or ask for contact. Contact details in a username cannot be
 * masked, so a username that contains them is rejected when a person chooses it. Usernames with an ordinary
 * meaning are still allowed: for example, `oh_snap`, `snap_happy`, `tele_tubby`, `dc_comics_fan` and
 * `sc_freiburg_fan` do not refer to an account.
 */

/** App names that have no other meaning. */
const unambiguousApps = new Set(
  `snapchat snpcht snpchat insta instagram ig kik discord telegram tlgrm whatsapp whatsap tiktok omegle wickr yubo wizz tellonym
  onlyfans`.split(/\s+/),
)
/**
 * App names that are also ordinary words, and are therefore flagged only next to something that looks like an
 * account name.
 */
const ambiguousUsernameApps = new Set(['snap', 'tg', 'tele', 'hmu', 'bereal'])
/**
 * Short app names that also occur in the names of clubs and cities, and are therefore flagged only next to
 * digits, as in an account name.
 */
const weakUsernameApps = new Set(['sc', 'dc', 'wa', 'fb'])
/** Words that appear next to app names in idioms and in the usernames of fans and clubs. */
const harmlessUsernameParts = new Set(
  `fan fans club team happy oh the comics comic universe hero heroes marvel batman superman tubby tubbies scope vision graph port port gram dragon
  shot back pop crackle cereal judgement judgment pea peas turtle turtles bean beans dance dancer drum drums guitar art arts photo photos
  photography picture pictures lens camera film films video videos studio edits edit girl boy kid kids king queen cat dog washington
  united united city town rovers freiburg paderborn braga magdeburg heerenveen bern langenthal rapperswil metro area nation nationals
  capitals wizards current novela novelas lion moto state snare beat beats music band life world oh ah ginger cold old new big little my it up lol me you us`.split(
    /\s+/,
  ),
)

/**
 * Matches an app name that is joined to other letters or digits without a separator, such as `snapzed99` or
 * `zeddiscord`. The pattern does not match ordinary words that merely start with the same letters as an app
 * name, such as `snapdragon`.
 */
const gluedAppNamePattern =
  /^(?:snapchat|instagram|discord(?!i|a|e)|telegram|whatsapp|tiktok|omegle|wickr|insta(?!n|ll|b|r|s)|snap(?!dragon|p|shot|s|e|y|\d*$|back|happy))[a-z0-9]|(?:snapchat|instagram|discord|telegram|whatsapp|tiktok|omegle)$/
const addMePattern =
  /^(?!call_?me_?maybe)(?:add|text|txt|dm|msg|call|snap|follow)_?me_*(?:$|on_|sc_|[^a-z])|^(?:add|dm|text|txt|msg|hmu|pm)_(?:me_|me$)|^addme|^(?:hmu|hit_me_up)_|^(?:dm|dms|pm|trade|send|sell|buy)_*(?:4|for|my|me|your|ur)_*(?:pics?|nudes?|photos?|feet|content|vids?|fun)/
/** Matches usernames that suggest a meeting or ask people of a certain age to get in touch. */
const solicitingNamePattern =
  /^(?:lets_*)?meet_*(?:with_*)?me(?!al|ow|mor|ri|di|ch|th|rr)|^lets_*meet|(?:want|wanna|need|looking_?for|love|like|seek\w{0,3})_*(?:an?_*)?(?:1[0-7])_*(?:yo|y_?o|yr|year|girls?|boys?|teens?)(?:_|s?$)|(?:^|_)1[0-7]_*yo_*(?:wanted|only|pls|please|dm)|(?:^|_)(?:nudes?|sext\w{0,3}|sugar_?(?:daddy|baby|mommy))(?:_|$)/
/**
 * Names of email providers. The name of an email provider in a username is a sign of a hidden email address.
 */
const mailProviderNames = 'gmail|googlemail|hotmail|icloud|gmx|protonmail'
/**
 * Patterns for usernames that hide a web or email address: `www_zed_com`, `zed_dot_com`, `zed_gmail_com`,
 * `zedatgmail`.
 */
const addressPatterns = [
  /^www_?[a-z0-9]+_[a-z]{2,6}$|^https?_/,
  /_(?:dot|d0t|punkt|punto|point)_(?:com|net|org|de|fr|es|uk|io|gg|me|tv|xyz|app)(?:_|$)/,
  /[a-z0-9]{4,}_(?:com|org)$/,
  new RegExp(`(?:^|_)(?:${mailProviderNames})(?:_|\\d*$)|at_?(?:${mailProviderNames})(?:_?(?:dot)?_?com)?$`),
]

const spokenNumberPattern = /(?:zero|one|two|three|four|five|six|seven|eight|nine|oh|o|\d){7,}/g

/** Returns whether a lower-case username contains contact details or asks for contact. */
export function isContactDetailUsername(name: string): boolean {
  const spelled = name
    .replace(/(?:^|_)[a-z](?:_[a-z](?![a-z0-9])){2,}/g, (run) => `_${run.replaceAll('_', '')}`)
    .replace(/^_/, '')
  return [...new Set([name, spelled])].some(
    (one) =>
      isAppContactName(one) ||
      containsPhoneNumber(one) ||
      [one, ...getWordForms(one)].some((form) => addMePattern.test(form)) ||
      solicitingNamePattern.test(one) ||
      addressPatterns.some((address) => address.test(one)),
  )
}

/** Returns whether a username has seven or more digits, some of them spelled out: `oseven7oo9oo123`. */
function containsPhoneNumber(name: string): boolean {
  return Array.from(name.matchAll(spokenNumberPattern)).some(
    ([run]) => (run.match(/\d/g)?.length ?? 0) >= 3 && /[a-z]/.test(run),
  )
}

/** Returns whether a username combines the name of an app with an account name, such as `snap_zed99`. */
function isAppContactName(name: string): boolean {
  const parts = name.split(/_+|(?<=[a-z])(?=\d+$)/).filter(Boolean)
  if (parts.length > 1 && parts.some(isAppNamePart)) return true
  if (
    parts.some((part) => gluedAppNamePattern.test(part) && !(unambiguousApps.has(part) && parts.length === 1))
  )
    return true
  return parts.some((part, n) => {
    const others = parts.filter((_, at) => at !== n)
    if (weakUsernameApps.has(part))
      return (
        others.some((one) => !harmlessUsernameParts.has(one)) &&
        /\d{2}/.test(others.filter((one) => !isYearNumber(one)).join(''))
      )
    return isAmbiguousAppName(part) && hasAccountNamePart(others)
  })
}

function isAppNamePart(part: string): boolean {
  return getWordForms(part).some((form) => unambiguousApps.has(form))
}

function isAmbiguousAppName(part: string): boolean {
  return getWordForms(part).some(
    (form) => ambiguousUsernameApps.has(form) && (form.length > 2 || form === part),
  )
}

function isYearNumber(part: string): boolean {
  return /^(?:19|20)\d\d$/.test(part)
}

/**
 * For a username that contains an ambiguous app name, returns whether the other parts of the username include
 * an account name. An account name is a part of the username that is long enough, is not a harmless word and
 * does not consist only of digits.
 */
function hasAccountNamePart(others: string[]): boolean {
  return (
    others.length > 0 &&
    !others.every(
      (part) =>
        part.length < 3 ||
        /^\d{1,3}$/.test(part) ||
        isYearNumber(part) ||
        harmlessUsernameParts.has(part) ||
        (part.length > 3 && isCommonWord(part)),
    )
  )
}

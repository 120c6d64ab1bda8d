import { isContactDetailUsername } from './detectors/contact-details-in-usernames.ts'
import { detectBullying } from './detectors/bullying.ts'
import { matchWordLists, removeAllowedWords } from './word-lists.ts'
import { normalizeText } from './normalize-text.ts'
import { loadOperatorWordLists } from './operator-word-lists.ts'
import { findProfanity } from './detectors/profanity.ts'
import { normalizeForPhraseMatching, tokenizeWords } from './tokenize-words.ts'

/**
 * Returns whether a username is profane or cruel (`Big_Dick69`, `bigdick`, `K1ll_yourself`) or matches the
 * operator's word lists.
 */
export function isOffensiveUsername(username: string): boolean {
  const lists = loadOperatorWordLists()
  // Checks the username as separate words (`big dick 69`) and as one joined word (`bigdick`). In the joined
  // word, a profane part is ignored if it is inside a harmless word.
  const parts = username.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/_+/g, ' ')
  return [parts, parts.replace(/\d+/g, ' '), username].some((name) => {
    const words = removeAllowedWords(tokenizeWords(normalizeText(name)), lists)
    const phrase = normalizeForPhraseMatching(words)
    return (
      findProfanity(words, phrase).length > 0 ||
      detectBullying(phrase) !== null ||
      matchWordLists(words, lists) !== null
    )
  })
}

/**
 * Returns whether a username contains contact details, such as `snap_zed`, `addme_lena` or a phone number.
 * Such usernames matter because a username appears next to all of the person's comments.
 */
export function hasContactDetailsInUsername(username: string): boolean {
  const parts = username.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  return /\d(?:_*\d){6}/.test(username) || [username.toLowerCase(), parts].some(isContactDetailUsername)
}

/** Returns whether people could mistake a user with this username for the site or its staff. */
export function impersonatesSite(username: string): boolean {
  const name = username.toLowerCase().replace(/[_\d]+/g, '')
  return siteUsernames.has(name) || /^(?:afterbell|official)|(?:official|moderator|afterbell)$/.test(name)
}

const siteUsernames = new Set(
  `admin admins administrator afterbell anonymous everybody everyone help helpdesk me mod moderation moderator moderators mods
  nobody null official owner postmaster root safety safetylead safetyteam security service staff support supportteam sysadmin
  system team trustandsafety undefined webmaster you`.split(/\s+/),
)

/*
 * Links in text are not clickable, but people can still write a web address that other people copy. Minors
 * never see links. Text with links is held or needs the author's confirmation (see the row "Text with private
 * details or links" in the table of safety defaults).
 */

/**
 * A `chat` link is an invitation to a private chat. A `hidden` link is a shortened link, which hides its
 * target. Every remaining link to another site is an `other` link.
 */
export type ExternalLinkKind = 'chat' | 'hidden' | 'other'

const chatLinkPattern =
  /\b(?:discord\.gg|discord(?:app)?\.com\/(?:invite|users)|dsc\.gg|t\.me|telegram\.me|wa\.me|chat\.whatsapp\.com|snapchat\.com\/(?:add|t)|kik\.me|line\.me|join\.skype\.com|m\.me|signal\.(?:me|group)|omegle\.com|onlyfans\.com|instagram\.com\/[a-z0-9._]+|ngl\.link|linktr\.ee)\b/
const hiddenLinkPattern =
  /\b(?:bit\.ly|tinyurl\.com|is\.gd|v\.gd|cutt\.ly|rb\.gy|shorturl\.at|t\.ly|ow\.ly|goo\.gl|adf\.ly|grabify\.(?:link|org)|iplogger\.(?:org|com|ru|info)|ipgrabber\.ru|2no\.co|yip\.su|ps3cfw\.com|blasze\.(?:tk|com)|iplis\.ru|maper\.info)\b|https?:\/\/\d{1,3}(?:\.\d{1,3}){3}\b|https?:\/\/[^/\s]{0,100}@|https?:\/\/[^/\s.]{0,80}xn--/

const label = '[a-z0-9-]{1,63}'
const dot = String.raw`(?:\.| ?[([{<] ?(?:dot|punkt|punto|point|\.) ?[)\]}>] ?| dot )`
/**
 * Top-level domains that count as a link even without a path, because they rarely follow a full stop in
 * ordinary sentences. The words `it`, `me` and `es` often follow a full stop without a space, so as top-level
 * domains they count as a link only if a path follows.
 */
const topLevelDomains =
  'com|net|org|info|biz|edu|gov|io|gg|ly|tv|fm|cc|co|eu|uk|de|fr|nl|pl|ru|ua|ch|cz|dk|gr|au|nz|jp|kr|br|mx|app|dev|xyz|link|site|online|club|shop|store|social|chat|bio|page|website|mobi|icu|vip|gl|ee|tk|ml|ga|cf|ws|vc|su'
/**
 * To prevent catastrophic backtracking, repeated groups have an upper bound and a match can start only at the
 * beginning of a word.
 */
const linkPattern = new RegExp(
  [
    String.raw`\b(?:h(?:tt|xx)ps?|ftp):\/\/\S*`,
    String.raw`\bwww${dot}${label}\S*`,
    String.raw`(?<![a-z0-9@.-])${label}(?:${dot}${label}){0,4}${dot}(?:${topLevelDomains})(?![a-z0-9-])(?:[:/?#]\S*)?`,
    String.raw`(?<![a-z0-9@.-])${label}(?:\.${label}){0,4}\.[a-z]{2,24}\/\S+`,
    String.raw`(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])(?:[:/]\S*)?`,
  ].join('|'),
  'g',
)

/**
 * Returns the most serious kind of link in normalised text. Links to `site`, the host of this site, are
 * ignored.
 */
export function findMostSeriousLinkKind(plain: string, site: string): ExternalLinkKind | null {
  const joined = plain.replace(/ ?[([] ?(?:dot|\.) ?[)\]] ?| dot /g, '.')
  if (chatLinkPattern.test(joined)) return 'chat'
  if (hiddenLinkPattern.test(joined)) return 'hidden'
  return findLinkSpans(plain, site).length > 0 ? 'other' : null
}

/** Returns the positions of links in normalised text as [from, to]. */
export function findLinkSpans(plain: string, site: string): [number, number][] {
  return Array.from(plain.matchAll(linkPattern))
    .filter(([link]) => !isSiteLink(link, site))
    .map(({ 0: link, index }) => [index, index + link.length])
}

/** Returns the positions of links to this site's own pages in normalised text as [from, to]. */
export function findOwnSiteLinkSpans(plain: string, site: string): [number, number][] {
  return Array.from(plain.matchAll(linkPattern))
    .filter(([link]) => isSiteLink(link, site))
    .map(({ 0: link, index }) => [index, index + link.length])
}

/**
 * Matches `afterbell.example/watch/…` with or without a scheme, but not longer host names that start with
 * `afterbell.example`.
 */
function isSiteLink(link: string, site: string): boolean {
  const rest = link.replace(/^https?:\/\//, '')
  return site !== '' && rest.startsWith(site) && /^(?:[/?#][^@]*)?$/.test(rest.slice(site.length))
}

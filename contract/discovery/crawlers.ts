/*
 * Search engines and other programs that walk through sites and say who they are. One that does not say is a person to us, and finds
 * `noindex` on every page that shows what many people made.
 */
const crawlerPattern =
  /(?<!cu)bot\b|bot[/;_-]|crawl|spider|slurp|archiver|externalhit|externalagent|inspectiontool|googleother|mediapartners|preview/i

export function isCrawler(userAgent: string | null): boolean {
  return userAgent !== null && crawlerPattern.test(userAgent)
}

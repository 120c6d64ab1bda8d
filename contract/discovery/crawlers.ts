/*
 * Matches search engines and other crawlers that identify themselves in the user agent. Unidentified crawlers
 * are treated like people, so every page that lists items of several creators sends them `noindex`.
 */
const crawlerPattern =
  /(?<!cu)bot\b|bot[/;_-]|crawl|spider|slurp|archiver|externalhit|externalagent|inspectiontool|googleother|mediapartners|preview/i

export function isCrawler(userAgent: string | null): boolean {
  return userAgent !== null && crawlerPattern.test(userAgent)
}

/*
 * Matches search engines and other crawlers that identify themselves in the user agent. Other crawlers get
 * the same pages as people, so these pages contain `noindex` if they list items of several creators.
 */
const crawlerPattern =
  /(?<!cu)bot\b|bot[/;_-]|crawl|spider|slurp|archiver|externalhit|externalagent|inspectiontool|googleother|mediapartners|preview/i

export function isCrawler(userAgent: string | null): boolean {
  return userAgent !== null && crawlerPattern.test(userAgent)
}

/*
 * Matches search engines and other crawlers that identify themselves in the user agent. Crawlers that do not
 * identify themselves get the same pages as people, including items that must not be indexed. Pages that list
 * items of several creators therefore contain `noindex` unless the visitor is a known crawler.
 */
const crawlerPattern =
  /(?<!cu)bot\b|bot[/;_-]|crawl|spider|slurp|archiver|externalhit|externalagent|inspectiontool|googleother|mediapartners|preview/i

export function isCrawler(userAgent: string | null): boolean {
  return userAgent !== null && crawlerPattern.test(userAgent)
}

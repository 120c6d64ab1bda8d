import assert from 'node:assert/strict'
import test from 'node:test'
import { isCrawler } from './crawlers.ts'

test('recognizes user agents of crawlers but not of browsers', () => {
  for (const crawler of [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; YandexBot/3.0)',
    'DuckDuckBot/1.1',
    'Mozilla/5.0 (compatible; Yahoo! Slurp)',
    'Baiduspider+(+http://www.baidu.com/search/spider.htm)',
    'facebookexternalhit/1.1',
    'GPTBot/1.2',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
    'ia_archiver',
  ])
    assert.ok(isCrawler(crawler), crawler)
  for (const person of [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'Mozilla/5.0 (Linux; Android 15; CUBOT P80) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    null,
  ])
    assert.ok(!isCrawler(person), String(person))
})

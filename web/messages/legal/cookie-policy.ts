import { defineMessages, message } from '#i18n/define-messages.ts'
/**
 * The interface text of the cookie policy, with the four cookie categories that the specification requires.
 * The text about each cookie category must match what the code does.
 */
export const cookiePolicyMessages = defineMessages('legal/cookie-policy', {
  title: 'Cookie Policy',
  description:
    'What this site stores in your browser, in four groups. You can switch off three of the groups.',
  kicker: 'Cookies',
  lead: 'We use only a few cookies, and all of them are our own. You can switch off the ones that aren’t essential, and none of them follows you to other sites.',
  choiceTitle: 'Your choice',
  choiceText:
    'We store your choice in a cookie in this browser for a year. It applies as soon as you save it.',
  alwaysOn: 'Always active',
  save: 'Save my choice',
  saved: 'Your choice is saved.',
  off: 'If you switch off one of these groups, we also delete what it stored in this browser.',
  signal:
    'Your browser asks websites not to sell or share your data (Global Privacy Control). Because of this, performance and advertising cookies are off until you choose otherwise.',
  groups: {
    essential: {
      title: 'Essential',
      text: 'These cookies and other stored data keep you signed in, sign you out in all open tabs at once, remember your cookie choice, and let you resume unfinished uploads. The site doesn’t work without them.',
    },
    performance: {
      title: 'Performance',
      text: 'Performance cookies measure how people use a site. We don’t measure that, so this group is empty.',
    },
    functional: {
      title: 'Functional',
      text: 'This group stores your settings: dark or light mode, player volume and quality, recent searches, where you stopped watching videos, and the likes you give on the Movies and TV shows pages. If you turn on offline pages or install the site as an app, it also stores the lists you opened last. If you switch this group off, your settings are forgotten when you leave the page.',
    },
    advertising: {
      title: 'Advertising',
      text: message<{ ads: boolean }>(
        '{ads, select, true {This site may show ads to people aged 18 and 19. Ads store nothing in your browser. If you switch this group off, no ads are loaded for you.} other {There are no ads on this site, so this group is empty.}}',
      ),
    },
  },
  listTitle: 'All our cookies',
  listCaption: 'Cookies in your browser',
  columns: ['Name', 'What it is for', 'How long'],
  list: [
    [
      'session',
      'Essential: keeps you signed in',
      '30 days after your last visit; without “Remember me”, until you close the browser',
    ],
    [
      'device',
      'Essential: recognises this browser, so you can still sign in even if someone else is trying to guess your password',
      '180 days after you last signed in',
    ],
    [
      'halfway',
      'Essential: during two-step sign-in, remembers that you have already entered your password',
      '10 minutes',
    ],
    ['passkey', 'Essential: used while you add a passkey or sign in with one', 'Five minutes'],
    ['state', 'Essential: used while you sign in with Google or Apple', 'Five minutes'],
    [
      'joined',
      'Essential: remembers that you signed up in this browser, until you confirm your email',
      'Seven days',
    ],
    [
      'signed-out',
      'Essential: remembers that you signed out while the site couldn’t be reached',
      '30 days at most',
    ],
    [
      'joining',
      'Essential: remembers that someone too young or too old tried to join in this browser (only on sites with strict safety settings)',
      'One day',
    ],
    ['cookie-choice', 'Essential: remembers your cookie choice', 'One year'],
    ['theme', 'Functional: remembers whether you chose dark or light mode', 'One year'],
    ['language', 'Functional: remembers the language you chose', 'One year'],
    ['announcement', 'Functional: remembers that you dismissed an announcement', '90 days'],
  ],
  secure: 'On a secure connection, every cookie name begins with __Host-.',
  memoryTitle: 'Other storage in your browser',
  memory:
    'A browser can also store things that are never sent to us. We use this for unfinished uploads (essential) and for your settings (functional). Clearing your browser’s data for this site removes all of it.',
  othersTitle: 'Other sites',
  others:
    'Apart from ads, if this site has any, our pages load nothing from other sites. Fonts, scripts, pictures and videos come from this site. If a video’s trailer is on another website, the trailer opens only when you press its button, and that website has its own rules.',
  privacy: 'Privacy Policy',
})

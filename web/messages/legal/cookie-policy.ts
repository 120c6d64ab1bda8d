/** The cookie policy, with the specification's four categories. What it says about each must match the code. */
export const cookiePolicyMessages = {
  title: 'Cookie Policy',
  description: 'What this site keeps in your browser, in four groups, and the switches for three of them.',
  kicker: 'Cookies',
  lead: 'Few, ours, and yours to switch off. None of them follows you to another site.',
  choiceTitle: 'Your choice',
  choiceText:
    'It is kept in this browser for a year, in a cookie of its own, and counts from the moment you save it.',
  alwaysOn: 'Always active',
  save: 'Save my choice',
  saved: 'Your choice is saved.',
  off: 'Switching a group off also clears what it had kept in this browser.',
  signal:
    'Your browser asks sites not to sell or share data (Global Privacy Control). Until you choose otherwise, performance and advertising are off.',
  groups: {
    essential: {
      title: 'Essential',
      text: 'Keeps you signed in, tells your other tabs when you sign out, keeps this choice, and remembers which upload is not finished, so that you can go on with it. The site does not work without these.',
    },
    performance: {
      title: 'Performance',
      text: 'For measuring how a site is used. We do not do that here: this group is empty.',
    },
    functional: {
      title: 'Functional',
      text: 'What you have set: dark or light, volume and quality of the player, what you searched for lately, likes on movie and TV cards. Switched off, it is forgotten when you leave the page.',
    },
    advertising: {
      title: 'Advertising',
      text: (ads: boolean) =>
        ads
          ? 'This site may show ads to people of 18 and 19. We keep nothing in your browser for them. Switched off, no ad is fetched for you.'
          : 'There are no ads on this site, so this group is empty.',
    },
  },
  listTitle: 'Every single one',
  listCaption: 'What stands in your browser',
  columns: ['Name', 'What it is for', 'How long'],
  list: [
    [
      'session',
      'Essential: keeps you signed in',
      '30 days after you last came by; without “Remember me” until you close the browser',
    ],
    [
      'device',
      'Essential: your account knows this browser again, so that nobody keeps you out by guessing your password',
      '180 days after you last signed in',
    ],
    ['halfway', 'Essential: between your password and the code, where you turned that on', '10 minutes'],
    ['passkey', 'Essential: while you add a passkey or sign in with one', 'Five minutes'],
    ['state', 'Essential: while you sign in with Google or Apple', 'Five minutes'],
    ['joined', 'Essential: that you joined in this browser, until you confirm your email', 'Seven days'],
    ['signed-out', 'Essential: that you signed out while we couldn’t be reached', '30 days at most'],
    ['joining', 'Essential: that an age was not taken here, on sites that keep that', 'One day'],
    ['cookie-choice', 'Essential: your choice on this page', 'One year'],
    ['theme', 'Functional: dark or light, if you chose one', 'One year'],
  ],
  secure: 'On a secure connection the names of all of them begin with __Host-.',
  memoryTitle: 'The browser’s own memory',
  memory:
    'Beside cookies, a browser can keep things that are never sent to us. We use that for unfinished uploads (essential) and for what you have set (functional). Clearing the browser’s data for this site removes all of it.',
  othersTitle: 'Other sites',
  others:
    'Our pages ask nobody else for anything: fonts, scripts, pictures and videos come from here. A trailer on another website opens only when you press it, and then that website has its own rules.',
  privacy: 'Privacy Policy',
}

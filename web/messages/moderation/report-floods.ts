/* Floods of reports and notices, above the moderation queue. */
export const reportFloodMessages = {
  title: 'Floods',
  text: 'Many cases from one source. Anything that other people reported as well stays in the queue.',
  pages: 'Pages of floods',
  first: 'First floods',
  more: 'More floods',
  claims: 'What these cases say',
  claimsText:
    'One line for each sender and text. Somebody else in the same network can be among them: read a line before you tick it. Only cases in which everything is ticked are dismissed.',
  moreClaims: 'More of what they say',
  noText: 'no text',
  oneCase: 'Open one of its cases',
  kind: {
    network: 'Signed-out or new people in one network',
    account: 'One account',
  },
  cases: (n: number) => (n === 1 ? '1 case' : `${n} cases`),
  show: 'Show cases',
  showOf: (what: string) => `Show cases: ${what}`,
  dismiss: 'Dismiss ticked',
  sure: (n: number) => (n === 1 ? 'Dismiss 1 case?' : `Dismiss ${n} cases?`),
  sureText:
    'Whatever is hidden only because of them comes back, and everybody who reported hears that no rule was broken. Claimed cases stay, and so do cases in which something else is said. This cannot be undone in one go.',
  cancel: 'Cancel',
  dismissing: (n: number) => (n === 1 ? 'Dismissing 1 case' : `Dismissing ${n} cases`),
  dismissingText: 'It takes a moment. Reload to see what is left.',
  one: 'Cases of this flood',
  only: 'No other cases are waiting.',
}

import { supportResponseTimes } from '#contract/contact/support.ts'

export const pressMessages = {
  description: (name: string) =>
    `Facts, boilerplate, logos and colours of ${name}, and how to reach us within 24 hours.`,
  kicker: 'Press kit',
  title: 'Quote us on that',
  lead: `Facts, words and pictures you may use. Anything missing? We answer press within ${supportResponseTimes.press}.`,
  write: 'Write to press',
  mailSubject: 'Press & Media',
  factsTitle: 'Facts',
  factsCaption: 'What is true about the site today',
  facts: (site: { name: string; host: string; ads: boolean }) => [
    ['Name', site.name],
    ['What it is', 'A free video streaming and creator platform for teenagers'],
    ['For whom', 'Ages 13–19; from 13 to 18 with a parent’s or guardian’s consent'],
    ['Where', site.host],
    ['What is on it', 'Music videos, shows, stories, talent clips, challenges, live content and movies'],
    ['Price', site.ads ? 'Free; may show ads, never to people under 18' : 'Free, without ads'],
    ['Names', 'People under 18 are shown by username only'],
    ['Data', 'No trackers, no outside services on its pages, no ranking by behaviour'],
    ['Software', 'Open source, MIT licence'],
  ],
  boilerTitle: 'Boilerplate',
  boiler: (name: string) => [
    `${name} is a free video platform where people aged 13 to 19 share what they make: music videos, shows, stories, talent clips, challenges, live content and movies. Anyone can watch; members upload, like and comment.`,
    `People under 18 appear by username only, and place and device data is removed from every video before anyone can see it. ${name} runs without trackers and without a feed that learns from its viewers. Its software is open source.`,
  ],
  copy: 'Copy the text',
  copied: 'Text copied',
  copyFailed: 'Copy failed',
  logosTitle: 'Logos',
  logosText:
    'Leave room of half a bell around it. Do not stretch it, recolour it, or put words next to it that are not ours.',
  logos: [
    { file: 'bell.svg', label: 'Bell', kind: 'SVG', on: 'night' },
    { file: 'bell.png', label: 'Bell', kind: 'PNG, 1024 × 1024', on: 'light' },
    { file: 'app-icon.svg', label: 'App icon', kind: 'SVG', on: 'light' },
    { file: 'wordmark-for-dark.png', label: 'Name for dark grounds', kind: 'PNG', on: 'night', named: true },
    {
      file: 'wordmark-for-light.png',
      label: 'Name for light grounds',
      kind: 'PNG',
      on: 'light',
      named: true,
    },
  ] as { file: string; label: string; kind: string; on: 'night' | 'light'; named?: boolean }[],
  download: (label: string, kind: string) => `Download: ${label} (${kind})`,
  coloursTitle: 'Colours',
  colours: [
    { name: 'Ink', hex: '#0F0B1A' },
    { name: 'Bell yellow', hex: '#FFD23F' },
    { name: 'Coral', hex: '#FF5D73' },
    { name: 'Violet', hex: '#8B6CFF' },
    { name: 'Paper', hex: '#FBF8FF' },
  ],
  rulesTitle: 'Before you publish',
  rules: [
    'Want to show somebody’s video? It belongs to the person who made it. Ask them; we can pass a message on.',
    'Under 18 means username only, in your text as well. Please do not name a school, a town or a family.',
    'Interviews with somebody under 18 need a yes from them and from a parent or guardian.',
  ],
}

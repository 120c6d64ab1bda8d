import { defineMessages, message, textWithConstants } from '#i18n/define-messages.ts'
import { supportResponseTimes } from '#contract/contact/support.ts'

interface PressFacts {
  name: string
  host: string
  ads: boolean
}

export const pressPageMessages = defineMessages(
  'company/press',
  {
    description: message<{ name: string }>(
      'Facts, boilerplate text, logos and colours for {name}. We reply to press inquiries within 24 hours.',
    ),
    kicker: 'Press kit',
    title: 'Quote us on that',
    lead: textWithConstants(
      'Facts, text and logos that you can use. Anything missing? We reply to press inquiries within {time}.',
      () => ({ time: supportResponseTimes.press }),
    ),
    write: 'Write to press',
    mailSubject: 'Press & Media',
    factsTitle: 'Facts',
    factsCaption: 'Facts about the site today',
    facts: [
      { label: 'Name', fact: message<PressFacts>('{name}') },
      {
        label: 'Description',
        fact: message<PressFacts>('A free video streaming and creator platform for teenagers'),
      },
      {
        label: 'Audience',
        fact: message<PressFacts>('Ages 13–19; 13- to 18-year-olds need consent from a parent or guardian'),
      },
      { label: 'Address', fact: message<PressFacts>('{host}') },
      {
        label: 'Content',
        fact: message<PressFacts>(
          'Music videos, shows, stories, talent clips, challenges, live content and movies',
        ),
      },
      {
        label: 'Price',
        fact: message<PressFacts>(
          '{ads, select, true {Free; ads may be shown only to people aged 18 and over} other {Free, without ads}}',
        ),
      },
      { label: 'Names', fact: message<PressFacts>('People under 18 are shown by username only') },
      {
        label: 'Data',
        fact: message<PressFacts>(
          'No trackers, no third-party services on its pages, no ranking based on behaviour',
        ),
      },
      { label: 'Software', fact: message<PressFacts>('Open source, MIT licence') },
    ],
    boilerTitle: 'Boilerplate',
    boiler: [
      message<{ name: string }>(
        '{name} is a free video platform where people aged 13 to 19 share what they make: music videos, shows, stories, talent clips, challenges, live content and movies. Anyone can watch; members upload, like and comment.',
      ),
      message<{ name: string }>(
        'People under 18 are shown by username only, and location and device data is removed from every video before anyone can see it. {name} has no trackers and no feed that learns from its viewers. Its software is open source.',
      ),
    ],
    copy: 'Copy the text',
    copied: 'Text copied',
    copyFailed: 'Copy failed',
    logosTitle: 'Logos',
    logosText:
      'Around the logo, leave an empty margin half as wide as the bell in the logo. Don’t stretch or recolour the logo, and don’t add your own words to it.',
    logos: [
      { file: 'bell.svg', label: 'Bell', kind: 'SVG', on: 'night' },
      { file: 'bell.png', label: 'Bell', kind: 'PNG, 1024 × 1024', on: 'light' },
      { file: 'app-icon.svg', label: 'App icon', kind: 'SVG', on: 'light' },
      {
        file: 'wordmark-for-dark.png',
        label: 'Wordmark for dark backgrounds',
        kind: 'PNG',
        on: 'night',
        named: true,
      },
      {
        file: 'wordmark-for-light.png',
        label: 'Wordmark for light backgrounds',
        kind: 'PNG',
        on: 'light',
        named: true,
      },
    ] as { file: string; label: string; kind: string; on: 'night' | 'light'; named?: boolean }[],
    download: message<{ label: string; kind: string }>('Download: {label} ({kind})'),
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
      'Want to show someone’s video? It belongs to the person who made it, so ask them first. We can pass on a message.',
      'If someone is under 18, use only their username. Please don’t name their school, town or family.',
      'To interview someone under 18, you need their consent and the consent of a parent or guardian.',
    ],
  },
  ['file', 'kind', 'on', 'hex'],
)

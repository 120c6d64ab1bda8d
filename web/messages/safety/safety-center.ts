import { defineMessages } from '#i18n/define-messages.ts'
/**
 * The interface text of the Safety Center, with the six cards that the specification requires. The safety
 * tips must describe what the product actually does.
 */
export const safetyCenterMessages = defineMessages(
  'safety/safety-center',
  {
    description: 'Safety for ages 13–19: protect your account and privacy, report problems, and get help.',
    kicker: 'Safety Center',
    title: 'Your space, your rules',
    lead: 'For everyone here aged 13 to 19. Short tips, no lectures, and a real person who reads what you send us.',
    jump: 'Report something now',
    cards: [
      {
        id: 'account',
        title: 'Account Safety (13-19)',
        tips: [
          'Pick a username that doesn’t give away your real name, school, town or birthday.',
          'Use a password that you don’t use anywhere else, and don’t share it. We’ll never ask you for it.',
          'On a shared computer, leave “Remember me” off and sign out when you’re done.',
          'Noticed something strange about your account? Change your password. This signs you out on every other device.',
          'Give your real age when you join. We use it to protect you, and nobody else can see it.',
        ],
      },
      {
        id: 'reporting',
        title: 'Reporting & Blocking',
        tips: [
          'Press Report under a video, next to a comment or on a profile. It takes three steps, and you don’t need an account.',
          'A person reviews every report. We never tell the person you reported that it was you. You can see the outcome in “My reports”.',
          'Use the menu on someone’s profile to block or mute them. If you block someone, you can’t see each other any more. If you mute someone, you won’t see their videos, and their comments are hidden. Either way, we don’t tell them.',
          'Don’t argue with someone who is mean or puts pressure on you. Take a screenshot and report them instead.',
          'You can delete your own comments and videos at any time, without asking us.',
        ],
      },
      {
        id: 'privacy',
        title: 'Privacy Controls',
        tips: [
          'If you’re under 18, others see your username and never your name. If you’re 18 or 19, you choose whether others see your name.',
          'For each video, choose who can watch it: “Everyone”, “Followers” or “Only me”. You can change this later.',
          'If your profile is private, strangers see only your photo and your @username. People who want to see more have to ask to follow you, and you decide.',
          'You can remove a follower at any time. We don’t tell them, but they can no longer watch the videos that you share only with followers.',
          'Your default settings depend on your age, as the table below shows. You can change most of them.',
          'We remove location, time and device info from every video and picture. We can’t remove what people can see or hear, so check for school badges, street signs and number plates.',
          'We never show your email address or your age to others.',
        ],
      },
      {
        id: 'guidelines',
        title: 'Community Guidelines',
        tips: [
          'Be kind. Criticise ideas, never people.',
          'Don’t post anything sexual, cruel or hateful. Don’t post anyone’s private details.',
          'Don’t post dares that could hurt someone. If a professional would wear a helmet for a stunt, don’t try it.',
          'Post only what is yours or what you’re allowed to use, including the music. Before you post a video, ask everyone who appears in it for permission.',
          'Nobody here is allowed to ask you for private pictures, or to ask you to keep secrets. If someone does, tell us and an adult you trust.',
        ],
      },
    ],
    help: {
      title: 'Need Help?',
      text: 'Is someone scaring you? Has a private picture of you been shared? Not sure if something is okay? Write to us. You don’t have to find the right words.',
      action: 'Contact Support',
    },
    report: {
      title: 'Report a Problem',
      text: 'Does a video, a comment or a person break the rules? The quickest way to tell us is to press Report under the video, next to the comment or on the profile. You can also write to us and include the link.',
      action: 'Report Content/User',
    },
    notice: { action: 'Get a private picture taken down' },
    myReports: 'My reports',
    danger:
      'If you or someone else needs help right now or is in danger, contact your local authorities first. We can’t send anyone.',
    more: 'More',
    terms: 'Read the full rules',
    privacy: 'What we store about you',
    helpCenter: 'Help Center',
  },
  ['id'],
)

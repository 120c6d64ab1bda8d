/** The Safety Center: the specification's six cards. The tips must match what the product does today. */
export const safetyCenterMessages = {
  description: 'Safety for ages 13–19: your account, your privacy, how to report, and where to get help.',
  kicker: 'Safety Center',
  title: 'Your space, your rules',
  lead: 'For everyone here from 13 to 19. Short tips, no lectures, and a person who reads what you send us.',
  jump: 'Report something now',
  cards: [
    {
      id: 'account',
      title: 'Account Safety (13-19)',
      tips: [
        'Pick a username that does not give you away: no real name, school, town or birthday.',
        'Use a password you use nowhere else, and give it to nobody. We never ask for it.',
        'On a computer that others use, leave “Remember me” off and sign out when you go.',
        'Something odd? Change your password: every other device is then signed out.',
        'Give your true age when you join. It decides how we protect you, and nobody else gets to see it.',
      ],
    },
    {
      id: 'reporting',
      title: 'Reporting & Blocking',
      tips: [
        'Press Report under a video, beside a comment or on a profile. It takes three steps, and you do not need an account.',
        'A person looks at it. The other side is never told who reported. “My reports” shows you what came of it.',
        'Block somebody from the menu on their profile: neither of you exists for the other any more. Mute them, and only you notice. They are told of neither.',
        'Do not answer somebody who is mean or pushy. A picture of the screen helps us more than a fight.',
        'You can delete your own comments and videos at any time, without asking.',
      ],
    },
    {
      id: 'privacy',
      title: 'Privacy Controls',
      tips: [
        'Under 18, others see your username and never your name. At 18 and 19 you choose.',
        'Each video is for “Everyone”, “Followers” or “Only me”, and you can change it later.',
        'A private profile shows strangers your picture and your @username, and nothing else of you. Who wants to see more asks, and you decide.',
        'You can remove a follower at any time. Nobody is told, and what they were watching ends.',
        'How you are protected depends on your age. The table below says how, and your settings let you change most of it.',
        'We take place, time and device out of every video and picture. What can be seen or heard stays in: look for school badges, street signs and number plates.',
        'Your email address and your age are never shown to others.',
      ],
    },
    {
      id: 'guidelines',
      title: 'Community Guidelines',
      tips: [
        'Be kind. Tease the idea, never the person.',
        'Nothing sexual, nothing cruel, no hate, nobody’s private details.',
        'No dares that can hurt somebody. If a grown-up stunt crew would need a helmet, leave it.',
        'Post what is yours, or what you were allowed to use, the music too. Ask the people in it.',
        'Nobody here may lead you into secrets, or ask you for pictures. If somebody does, tell us and an adult you trust.',
      ],
    },
  ],
  help: {
    title: 'Need Help?',
    text: 'Somebody scares you, a picture of you got out, or you are not sure if something is okay? Write to us. You do not have to know the right words.',
    action: 'Contact Support',
  },
  report: {
    title: 'Report a Problem',
    text: 'A video, a comment or a person breaks the rules? The quickest way is the Report button right there. You can also write to us: the link is the most useful part.',
    action: 'Report Content/User',
  },
  notice: { action: 'Take down a private picture of me' },
  myReports: 'My reports',
  danger:
    'If you or somebody else needs help right now or is in danger, contact your local authorities first. We cannot send anybody.',
  more: 'More',
  terms: 'The rules in full',
  privacy: 'What we know about you',
  helpCenter: 'Help Center',
}

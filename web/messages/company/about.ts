/** The founder's page. */
export const aboutMessages = {
  description: (name: string) => `Who started ${name}, and why: a place for what teens make after school.`,
  kicker: 'About the founder',
  title: 'It began after the last bell',
  lead: 'The best part of the day starts when school lets out. This site is for what happens then.',
  letterTitle: 'A letter',
  letter: (name: string) => [
    'Hi,',
    `I started ${name} because of a simple thing I kept seeing: the funniest sketch, the bravest song and the strangest short film of the week were made by somebody who was fifteen, on a phone, on the way home. And then they disappeared into a place made for grown-ups, between ads, strangers and a feed that knew too much.`,
    'So this is the opposite of that. You make something, you put it up, people your age see it. What is newest comes first, for everybody in the same order. Nobody here has worked out what keeps you scrolling.',
    'You will have noticed that my name is not on this page. Under 18, yours is not either: here you are your username, and what counts is what you made. I thought I would play by the same rule.',
    'If you have an idea, a complaint, or a film I should see, write to me. I read it.',
  ],
  signed: (name: string) => `The founder of ${name}`,
  write: 'Write to the founder',
  mailSubject: 'For the founder',
  promisesTitle: 'What I hold on to',
  promises: [
    {
      title: 'You own what you make',
      text: 'Your videos stay yours. You allow us to store and show them, and that ends the moment you delete them.',
    },
    {
      title: 'Your name is your business',
      text: 'Under 18, others see a username and nothing else. We remove location and device info from every video before anyone can watch it.',
    },
    {
      title: 'Nothing follows you',
      text: 'No trackers, no outside services on our pages, no list of what you have watched, no feed that learns from you.',
    },
    {
      title: 'Open to the last line',
      text: 'The software is open source. Anyone may read how it works, run it, and tell us where it is wrong.',
    },
  ],
  nextTitle: 'Go on, then',
  next: { create: 'Make something', safety: 'How we keep it safe', careers: 'Help build it' },
}

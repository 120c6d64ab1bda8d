/** A fictional creator of the demo's videos. */
export interface DemoCreator {
  username: string
  fullName: string
  age: number
  bio: string
  /** The background color of the avatar, behind the drawing. */
  colour: string
  drawing: string
}

export const demoCreators: readonly DemoCreator[] = [
  {
    username: 'mika_loops',
    fullName: 'Mika Lindqvist',
    age: 17,
    bio: 'Beats on a laptop with three keys missing. New loop most Fridays.',
    colour: '#8b6cff',
    drawing: 'cassette',
  },
  {
    username: 'juno_draws',
    fullName: 'Juno Abara',
    age: 15,
    bio: 'Stop motion, cut paper, glue on everything I own.',
    colour: '#3fe0a8',
    drawing: 'cat',
  },
  {
    username: 'theo_onset',
    fullName: 'Theo Marchetti',
    age: 18,
    bio: 'I make small films with big friends. Lit by whatever lamp is free.',
    colour: '#ffab40',
    drawing: 'clapper',
  },
  {
    username: 'nadia_spins',
    fullName: 'Nadia Rahmani',
    age: 16,
    bio: 'Dance, mostly in the kitchen. Yes, the floor is slippery.',
    colour: '#ff7ad9',
    drawing: 'shoe',
  },
  {
    username: 'oskar13',
    fullName: 'Oskar Blom',
    age: 13,
    bio: 'card tricks + speedcubing. still learning!!',
    colour: '#b6f23c',
    drawing: 'bolt',
  },
  {
    username: 'the_bus_club',
    fullName: 'Priya Nair',
    age: 16,
    bio: 'A show about the people on bus 9. We are the people on bus 9.',
    colour: '#4cc2ff',
    drawing: 'bus',
  },
  {
    username: 'lowtide_',
    fullName: 'Kai Tamura',
    age: 19,
    bio: 'Slow songs, sea sounds. First EP done, second one at 12%.',
    colour: '#4cc2ff',
    drawing: 'wave',
  },
  {
    username: 'zed_plays',
    fullName: 'Zed Okafor',
    age: 14,
    bio: "Games I'm bad at, played with confidence.",
    colour: '#ff5d73',
    drawing: 'pad',
  },
  {
    username: 'marisol_sings',
    fullName: 'Marisol Vega',
    age: 17,
    bio: 'Choir kid. R&B after dark. Harmonies recorded in a wardrobe.',
    colour: '#ff7ad9',
    drawing: 'mic',
  },
  {
    username: 'spooky_ines',
    fullName: 'Ines Duarte',
    age: 15,
    bio: 'Ghost stories in under a minute. Sleep well.',
    colour: '#8b6cff',
    drawing: 'ghost',
  },
  {
    username: 'pan_and_sam',
    fullName: 'Sam Whitlock',
    age: 18,
    bio: "Cooking with what's left in the fridge on a Thursday.",
    colour: '#ffd23f',
    drawing: 'pan',
  },
  {
    username: 'rocket_ruth',
    fullName: 'Ruth Adeyemi',
    age: 14,
    bio: 'Space, bikes and explaining things to my little brother.',
    colour: '#3fe0a8',
    drawing: 'rocket',
  },
]

import type { UploadType } from '#contract/content/content-types.ts'
import type { TuneName } from './media/soundtrack.ts'

export type ClipFormat = 'wide' | 'hd' | 'portrait' | 'square'
export type ClipPattern =
  | 'puppet'
  | 'waves'
  | 'spectrum'
  | 'mandelbrot'
  | 'life'
  | 'cells'
  | 'gradient'
  | 'plasma'
  | 'sierpinski'
  | 'test'

export interface DemoClip {
  title: string
  by: string
  type: UploadType
  genre: string
  about: string
  seconds: number
  shape: ClipFormat
  pattern: ClipPattern
  drawing: string
  tune: TuneName
  /** True if the creator uploads a cover, false if the site uses a frame of the clip as the cover. */
  cover: boolean
  /**
   * How the clip differs from an ordinary public video, for which `special` is not set. The file of a
   * `trimmed` clip is cut from the middle of a longer file, and the file of a `replaced` clip is replaced
   * after publication. The new file of a `held` clip is held for review, because the clip is reported during
   * the upload. `trimmed`, `replaced` and `held` clips are public.
   */
  special?: 'unlisted' | 'draft' | 'scheduled' | 'trimmed' | 'replaced' | 'held'
  /** The tags of the clip. Some clips have no tags. */
  tags: readonly string[]
}

/**
 * Each line describes one clip in these columns: title | by | type | genre | seconds | shape | pattern |
 * drawing | tune | cover | about | the `special` field. In the `about` column, `//` stands for a line break.
 * A few clips are longer than 30 seconds, because people can resume a video only after its first 30 seconds.
 */
const clipTable = `
Neon Rain|mika_loops|music|Hip-Hop|24|hd|puppet|umbrella|boom|c|Recorded the rain on our balcony and built the drums from it. Headphones! // 0:00 Rain on the balcony // 0:08 The drums join in // 0:16 Everything at once
Locker 114|mika_loops|music|Hip-Hop|18|wide|waves|cassette|trap|c|A beat about the sound my locker makes. You will recognise it.
Saltwater Slow Dance|lowtide_|music|R&B|26|wide|gradient|wave|slow|c|Track two of the EP. Written on a ferry, finished on the same ferry.
Wardrobe Sessions, Vol. 3|marisol_sings|music|R&B|20|portrait|puppet|mic|slow||Four takes, four coats, one microphone.
Saturday Is a Colour|marisol_sings|music|Pop|22|wide|puppet|heart|pop|c|The happy one. Clap on two and four, not on one. ONE IS WRONG.
Paper Planes in Detention|juno_draws|music|Pop|15|wide|puppet|plane|pop|c|87 paper planes were folded for this video.
Sub Bass for Small Speakers|mika_loops|music|Electronic|16|square|spectrum|cassette|techno||If you can hear it on a phone, I did my job.
Lagos to Lund|rocket_ruth|music|Afrobeats|17|wide|plasma|heart|pop|c|My uncle plays the guitar, my cousin yells. Family band.
Bus 9, Episode 1: The Wrong Stop|the_bus_club|show|Comedy|30|hd|puppet|bus|walk|c|Nobody on this bus knows where it goes. Not even the driver. // 0:00 The bus stop // 0:09 Where are we? // 0:20 The wrong stop
Bus 9, Episode 2: Lost Property|the_bus_club|show|Comedy|27|wide|puppet|umbrella|walk|c|Someone left a trombone. Someone wants it back. It's not the same someone. // 0:00 The trombone // 0:08 The wrong owner // 0:17 The right owner
Bus 9 at Night: Last Service|the_bus_club|show|Comedy|24|wide|puppet|moon|walk|c|Season two. The last bus leaves at 23:40. It comes back at 23:40. // 0:00 One passenger // 0:08 No passengers // 0:16 One passenger again
Bus 9 at Night: The Depot|the_bus_club|show|Comedy|22|hd|puppet|bus|dark|c|Forty buses sleep here. One of them is awake. // 0:00 Lights out // 0:07 Row four // 0:15 The horn
After the Last Bell|theo_onset|show|Drama|64|wide|puppet|moon|sad|c|Pilot. Four friends, one caretaker, and the key to the roof.
After the Last Bell, Part 2|theo_onset|show|Drama|25|wide|gradient|skyline|sad|c|What they saw from the roof, and who saw them.
Flatmates, Age Nine|pan_and_sam|show|Reality|19|portrait|puppet|pan|walk|c|I asked my little sisters to run the kitchen for a day.
Thursday Fridge|pan_and_sam|show|Reality|21|wide|puppet|pan|pop|c|Three ingredients, one of them is mustard. Again.
How a Skatepark Gets Built|rocket_ruth|show|Docuseries|23|wide|cells|bike|techno||Eleven months, two petitions and a very patient council.
The Lift That Skips Four|spooky_ines|story|Mystery|18|portrait|puppet|ghost|dark|c|There is a fourth floor. I have a key for it. I didn't ask for the key.
Who Feeds the Cat|juno_draws|story|Mystery|16|wide|puppet|cat|dark|c|The bowl is full every morning. We live alone. So does the cat.
The Substitute Was a Duck|oskar13|story|Comedy|12|square|puppet|duck|walk|c|true story. mostly. the duck part is true
My Brother Narrates My Life|rocket_ruth|story|Comedy|14|wide|puppet|rocket|walk|c|He charges two biscuits per sentence.
Signal from Deck Nine|juno_draws|story|Sci-Fi|22|wide|mandelbrot|rocket|dark|c|Cut paper, a torch and one very long night.
Under the Stairs|spooky_ines|story|Horror|13|portrait|life|ghost|dark||Watch it with the lights on. Or don't watch it.
Kitchen Floor Freestyle|nadia_spins|talent|Dance|15|portrait|puppet|shoe|techno|c|Socks on. Mum asleep. One take.
Eight Counts in the Rain|nadia_spins|talent|Dance|17|hd|puppet|umbrella|boom|c|We waited three weeks for proper rain.
One Breath, Whole Chorus|marisol_sings|talent|Singing|11|square|waves|mic|slow|c|I got dizzy so you don't have to.|trimmed
Church Echo Test|lowtide_|talent|Singing|14|wide|spectrum|mic|sad|c|Nine seconds of echo in that room. NINE.
Five Impressions of My Bus Driver|the_bus_club|talent|Comedy|13|portrait|puppet|mask|walk|c|He's seen it. He asked for a sixth.
The Vanishing Queen|oskar13|talent|Magic|10|square|puppet|bolt|walk|c|watch my left hand. no the other left
Ten Second Dance Chain|nadia_spins|challenge|Dance|10|portrait|puppet|shoe|pop|c|Add ten seconds and pass it on. Rule: no phones in the shot.
Breakfast Without Looking|pan_and_sam|challenge|Food|16|wide|puppet|pan|pop|c|Blindfolded pancakes. The ceiling is fine.
100 Keepy-Uppies in Wellies|oskar13|challenge|Fitness|14|wide|puppet|ball|techno|c|we do not talk about number 99
Draw It With Your Other Hand|juno_draws|challenge|Trend|12|square|puppet|cat|walk|c|That is a horse. It is a horse!|replaced
Say It in One Word|theo_onset|challenge|Trend|9|portrait|gradient|mask|boom||A whole film in one word. Mine was "Wait".
Boss Fight With One Heart Left|zed_plays|live|Gaming|30|wide|puppet|pad|techno|c|Recorded live on Sunday. I'd like to apologise to my neighbours.
Speedrun, But I Read Every Sign|zed_plays|live|Gaming|24|wide|life|pad|techno|c|World record in reading.
Roof Concert, Whole Sunset|lowtide_|live|Music|75|wide|plasma|skyline|slow|c|Forty people and one extension cord.
Ask Me About Planets|rocket_ruth|live|Talk|20|wide|sierpinski|rocket|walk||Tuesday's replay. Question of the night: can you swim on Titan?
The Last Vending Machine|theo_onset|movie|Action|30|hd|puppet|bolt|trap|c|A heist. The target: one chocolate bar, row C.
Bicycle Chase, No Budget|theo_onset|movie|Action|26|wide|puppet|bike|trap|c|No bicycles were faster than walking pace.
Letters to the Sea Wall|lowtide_|movie|Drama|58|wide|puppet|wave|sad|c|My grandfather wrote one every summer. We filmed the answers.
Prom Night of the Living Fridge|pan_and_sam|movie|Comedy|25|wide|puppet|mask|dark|c|It opens by itself. It judges.
Neon Rain, Rough Mix|mika_loops|music|Hip-Hop|8|square|waves|umbrella|boom|c|The version before the balcony neighbours complained. Only for people with the link.|unlisted
Locker 115|mika_loops|music|Hip-Hop|8|square|spectrum|cassette|trap|c|The sequel. It comes out next week.|scheduled
Untitled Loop, Needs a Hook|mika_loops|music|Electronic|8|square|gradient|cassette|techno||Not finished. Do not publish before there is a hook.|draft
Red Planet, Blue Bike|rocket_ruth|movie|Sci-Fi|23|wide|test|rocket|techno|c|Shot entirely in a gravel pit. Best gravel in the solar system.|held
`

export const demoClips: readonly DemoClip[] = clipTable
  .trim()
  .split('\n')
  .map((line) => {
    const [title, by, type, genre, seconds, shape, pattern, drawing, tune, cover, about, special] =
      line.split('|')
    return {
      title: title!,
      by: by!,
      type: type as UploadType,
      genre: genre!,
      about: about!.replaceAll(' // ', '\n'),
      seconds: Number(seconds),
      shape: shape as ClipFormat,
      pattern: pattern as ClipPattern,
      drawing: drawing!,
      tune: tune as TuneName,
      cover: cover === 'c',
      tags: cover === 'c' ? [genre!, drawing!, `${tune}-beat`] : [],
      ...(special && { special: special as NonNullable<DemoClip['special']> }),
    }
  })

/** Whether everyone can find the clip. */
export function isPublicClip({ special }: DemoClip): boolean {
  return special === undefined || ['trimmed', 'replaced', 'held'].includes(special)
}

import type { UploadType } from '#contract/content/content-types.ts'

/** Friendly comments that fit any video. */
const anywhere = `
how is this only your second upload
ok the ending got me
showing this to my whole class tomorrow
I've watched this four times and I have homework
please never stop making these
the lighting!!! how did you do the lighting
my sister says hi and also that this is better than tv
came for the title, stayed for everything else
wait I know that street
this made my monday
quietly one of the best things on here
part 2 when
can I be in your next one, I can hold things
you can tell how much work this was
the little details!! I keep finding new ones
saving this for a bad day`

const ofType: Record<UploadType, string> = {
  music: `
that drum sound is unreal
on repeat since yesterday
the second verse. THE SECOND VERSE.
could you upload the instrumental too?
my headphones say thank you
we want to learn this for our band, is that ok?`,
  show: `
new episode new episode new episode
the trombone guy deserves his own show
cliffhanger??? rude. amazing, but rude
I ship the caretaker and the truth
can you do longer ones`,
  story: `
I was fine until the last five seconds
reading the title again after the end… ohhh
the paper texture is so good
told this one at camp, everyone screamed
duck update please`,
  talent: `
ONE take?? no way
I tried this and fell over, 10/10
teach us the middle part
goosebumps, actual goosebumps
I was watching your hands and I still don't know`,
  challenge: `
trying this after school, wish me luck
my entry is coming, it's terrible, you'll love it
number 99 haunts me
ok but why is your left hand better than my right
passed it on!`,
  live: `
I was there!! best stream so far
thanks for answering my question about moons
the chat went wild at 0:14
same time next week?
you read every sign and I respect that`,
  movie: `
better than half of what's in the cinema
the gravel deserves an award
who did the sound? so good
I cried, then I laughed, then I cried
how did you film that shot from above`,
}

/** Replies that creators write to comments on their own videos. */
const answers = `
thank you!! that means a lot
you noticed! I hoped somebody would
part two is almost done
it took three tries and a lot of tape
tell your whole class hi from me
I learned it from a friend, happy to show you how`

/** Replies that other people write to the creator's reply. */
const echoes = `
same question here
now I have to watch it again
this is my favourite comment section`

const said = (block: string) => block.trim().split('\n')

/**
 * Picks `count` comments for a clip of the given type. `nth` is the index of the clip in the list of clips.
 * The choice is deterministic, but differs between consecutive clips.
 */
export function pickCommentTexts(type: UploadType, nth: number, count: number): string[] {
  const [special, general] = [said(ofType[type]), said(anywhere)]
  return Array.from({ length: count }, (_, n) =>
    n % 2 === 0 ? special[(nth * 2 + n / 2) % special.length]! : general[(nth * 3 + n * 5) % general.length]!,
  )
}

/** Picks a creator's reply to a comment on a clip, and another person's reply. */
export function pickReplyTexts(nth: number): [answer: string, echo: string] {
  const [answer, echo] = [said(answers), said(echoes)]
  return [answer[nth % answer.length]!, echo[nth % echo.length]!]
}

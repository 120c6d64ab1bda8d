import { compilePhrases } from './phrase-patterns.ts'

/*
 * Phrases that suggest a meeting, or that flatter a person instead of praising the person's video. The
 * phrases are checked only if `isStrict` is true. If an adult flatters a minor whom the adult does not know,
 * or suggests a meeting, the text is published only after review (decisions/042). The phrases are matched
 * against the output of `normalizeForPhraseMatching`, like the phrases in grooming.ts. Most of the phrases
 * are harmless among friends, so only text by strangers is searched for these phrases.
 */

const appearanceWords =
  '(hot|sexy|cute|cutie|pretty|beautiful|gorgeous|stunning|handsome|attractive|fine|lovely|adorable|perfect|angel|a doll|an angel|a goddess|a model|so grown up|mature|my type|wifey|wife material|husband material)'
const flatteryIntensifiers =
  '(so |very |really |too |such |super |just |way |absolutely |the |most |a |an |all )*'
const petNames =
  '(babe|baby|babygirl|hun|hunny|honey|sweetheart|sweetie|darling|cutie|cutiepie|princess|beautiful|gorgeous|sexy|handsome)'

const solicitationPhrases = compilePhrases(`
(meet|see|find|join|visit) (me|us) (at|in|on|after|tonight|tomorrow|today|this|next|there|here|behind|near|outside|by)
(meet|meet up|link up|hang out|hangout|chill|get together|hook up|linkup|go out) (with (me|us)|some time|sometime|someday|soon|tonight|tomorrow|this weekend|after school|again|END)
(let us|can we|could we|should we|shall we|we should|we could|we can|want to|would you|will you|do you want to|can i|could i|may i|i want to|i would love to|id love to|i have to|we have to|when can we|when can i) (all |maybe |totally |please )?(meet|meet up|meet you|link|link up|hang|hang out|see you in|take you out|go out|go on a date|pick you up|come over|come see you|visit you|get together|hook up)
(come|came) (over|by|to my|see me|find me|meet me|visit me|hang)
(pick|picking) you up
(i will|i can|i am going to|let me) (drive|come|bring|pick|take|fly) (you|to you|over|by)
(are|will) you (be )?(free|around|there|home|alone|out|going) (tonight|tomorrow|later|today|this|on|at|after|at home)
(what are|what) you (doing|up to) (tonight|tomorrow|later|after school|this weekend)
(where|what) (do|are) you (hang out|go to school|train|practice|practise|live|staying|at)
where is (your|you) (school|house|home|gym|club|place)
(you are|you look|you) ${flatteryIntensifiers}${appearanceWords}
your ${flatteryIntensifiers}${appearanceWords} END
(look|looking|looked) ${flatteryIntensifiers}${appearanceWords} (in|with|today|here|girl|boy|babe|baby)
(hey|hi|hello|sup|yo|wow|damn|omg|mmm|mm|good morning|good night|thanks|thank you|love you|miss you) (there |you )?${petNames}
(nice|great|hot|sexy|cute|perfect|amazing|beautiful) (body|legs|butt|ass|figure|curves|lips|eyes|abs|chest|feet|bod)
(love|like|adore|cant stop (looking at|watching|thinking about)) (your|you) (body|legs|lips|eyes|smile|face|abs|feet|figure|look)
(i|we) (cant|could not|cannot|can not) (stop|quit) (thinking|dreaming) (about|of) you
you are (special|different|not like other|the only one|my favourite|my favorite|a star baby)
(you|your) (deserve|should be) (a model|modeling|modelling|famous|spoiled|better than|someone)
(i|we) (can|could|will|would) make you (famous|a star|rich|popular)
(are|r) you (single|taken|dating|seeing anyone|a boy|a girl|on snap|on insta|on discord)
(want to|would you|can we|let us|can i|could i|may i) (be friends|talk|chat|get to know|know you|message|dm|text|call|date|go on)
(get to know|getting to know) you
(how old|what age) (are|r) you
(how|what) (tall|old) (are|r) you
(do you have|have you got|you got) (a )?(boyfriend|girlfriend|man|crush)
(marry|date|kiss|hug|cuddle|hold|spoil|adopt) (me|you|with me|with you)
i (have|have got|ve got|got) a crush on (you|your)
i (love|want|need|miss|like) you (so|baby|babe|girl|boy|all|to myself|END)
(sei bist|du bist|bist du|du siehst|siehst du) (so |sehr |echt |richtig |mega |wirklich )*(schon|hubsch|suss|sexy|heiss|geil|attraktiv)
(wollen wir|sollen wir|lass uns|konnen wir|willst du|magst du) (uns |mal |dich |mit mir )*(treffen|sehen|kennenlernen|was machen)
(eres|estas|te ves) (muy |tan |super )*(guapa|guapo|linda|lindo|hermosa|hermoso|bonita|sexy|preciosa)
(quedamos|nos vemos|podemos (vernos|quedar)|quieres (salir|quedar|verme))
(tu es|t es|tes) (trop |tres |vraiment |si )*(belle|beau|jolie|mignonne|mignon|sexy|canon|bonne)
(on se (voit|retrouve|capte)|tu veux (sortir|qu on se voie)|on peut se voir)
`)

/** Returns whether the text suggests a meeting or flatters the person to whom it is addressed. */
export function detectSolicitation(phrase: string): boolean {
  return solicitationPhrases.test(phrase)
}

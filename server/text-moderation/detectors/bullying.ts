import { compilePhrases } from './phrase-patterns.ts'

/*
 * Detects hurtful text: telling a person to die, threats, and attempts to make a person feel worthless. The
 * phrases are matched against text that `normalizeForPhraseMatching` has normalised. The syntax of the
 * phrases is documented in the comment on `compilePhrases`.
 */

/**
 * Threats, and phrases that tell a person to die. Text that contains a threat or such a phrase is always
 * rejected, regardless of its author and audience.
 */
const deadlyPhrases = compilePhrases(`
kys
(please|just|go|to|should|you|now|and|END) (kill|hang|end|unalive|shoot|off) (yourself|your self)
(kill|unalive) (yourself|your self) (please|now|already|loser|idiot|you|END)
you (all )?(should|deserve to|need to|ought to|better|can) (just )?(die|be dead|drop dead)
just (fucking )?(die|drop dead)( already| please| now)? END
(go|please) die( already| please| now| alone)? END
hope (you|he|she|they) (all )?(die|dies|get cancer|gets cancer|get raped|burn|get hit by|never wake up)
(dont|do not|doesnt|didnt) deserve to (live|exist|be alive|breathe)
END (drink|swallow|eat) (some )?bleach
go (and )?(drink|swallow|eat) (some )?bleach
END (jump|throw yourself) (off|from|in front of|under|out of) (a|the|that|your)? ?(bridge|roof|building|cliff|train|window) (END|you|loser|please)
(slit|cut) your (wrists|wrist|throat|veins)
suicide is (the|your) (only|best)
(i will|i am going to|we will|going to|i swear i will|somebody should|someone should) (find you and )?(stab|shoot|strangle|rape|murder) (you|him|her)
(i will|i am going to|we will) find you and (beat|kill|hurt|stab|shoot|break|punch|end)
(mother|mom|parents) should have (aborted|drowned|swallowed)
END bring dich (doch )?(um|endlich um)
END (geh|bitte) sterben
END (stirb|verreck) (doch|endlich|einfach|END)
hang dich auf
du (sollst|solltest) (sterben|dich umbringen)
END matate
(ojala|espero que) (te|se) (mueras|muera|maten)
suicidate
(te|os) voy a matar
END va te (tuer|pendre|suicider)
END creve (sale|connard|END)
suicide toi
(tu devrais|jespere que tu vas|j espere que tu vas) (mourir|crever)
je vais te (tuer|frapper|buter)
`)

const crueltyIntensifiers =
  '(all |just |so |such |a |an |the |really |very |nothing but |complete |total |absolute |actual |literally |too )*'

/** Phrases that try to make a person feel worthless. */
const cruelPhrases = compilePhrases(`
(nobody|no one|everyone|they all|we all|all of us|the whole class|everyone at school|everyone here) (really |at school |here |in class )?(likes|like|loves|hates|hate|laughs at|laughs about|makes fun of|cares about|wants|misses) (you|your (existence|face|opinion))
(nobody|no one) (would|will) (ever )?(miss|love|notice|want|care about) you
(nobody|no one) would (notice|care|cry) if you
you (are|look|being) ${crueltyIntensifiers}(worthless|pathetic|disgusting|hideous|repulsive|subhuman|unlovable|waste of (space|oxygen|air|skin)|failure|disgrace|freak|ugly|fat|moron|imbecile)
(he|she|they) (is|are|looks|look) ${crueltyIntensifiers}(worthless|disgusting|hideous|repulsive|subhuman|unlovable|ugly|fat)
you (are )?so (dumb|stupid|retarded|ugly|fat|annoying) (it hurts|that|quit|leave|stop|go|END)
(you|stupid|fat|ugly|dumb|lazy|filthy|disgusting) (fat |ugly |stupid |filthy |disgusting |dumb )?(pig|cow|whale|freak|hippo|subhuman|scum|ape|cripple)
(an |such an |your )?ugly (ass )?face
retard
retards
(so|are|is|acting|you) retarded
spastic
(world|everyone|we|class|school|site|place) (would|will) (all )?be (a )?(so much |much )?(better|happier) (place )?(off )?(without|if) you
(delete|remove|end) your (account|channel|life|existence) (you|please|loser|and|END)
(please|just|favour and|favor and|END) (disappear|stop existing|quit life) (please|forever|you|END)
(cover|hide) your face
(loser|idiot|weirdo|freak) (you have |has |with )?(no|zero) friends
you (have|got|will ever have|will have) (no|zero) friends
i (will|am going to) (kill|hurt|punch|slap|beat up) you
beat you up
break your (neck|legs|face|bones)
go back to (your country|where you came from|africa|mexico|the zoo|the kitchen)
(dirty|filthy|stupid|disgusting) (jew|jews|muslim|muslims|gay|gays|immigrant|immigrants|indian|indians|gypsy|gypsies|arab|arabs|mexican|mexicans|blacks)
(gas|kill|hang|burn) (all )?(the )?(jews|gays|muslims|blacks|trans people|immigrants|women)
heil hitler
hitler was right
du bist (so |soo |echt |einfach |voll |total )*(hasslich|fett|wertlos|eklig|behindert|widerlich|dumm und)
(niemand|keiner|jeder|alle) (mag|hasst|hassen|vermisst|will|liebt) dich
(fettes|dreckiges|hassliches|dummes|fette|dumme|hassliche) (schwein|sau|kuh|vieh)
du (opfer|lappen)
(so|voll|echt|bist) behindert
ohne dich ware (die welt|alles|es) besser
eres (muy |tan |una |un )*(fea|feo|gorda|gordo|inutil|asquerosa|asqueroso|patetica|patetico|basura)
(nadie|todos) te (quiere|quieren|odian|soporta|aguanta|extranaria)
(gorda|gordo) (fea|feo|asquerosa|asqueroso)
(tu es|tes|t es) (trop |vraiment |si |tellement )*(moche|laide|grosse|nulle|inutile|degueulasse)
(personne ne|tout le monde) te? ?(t aime|taime|aime|deteste|hait|supporte)
gros porc
grosse (vache|truie)
`)

/** Returns how cruel the text is: `deadly`, `cruel` or null. */
export function detectBullying(phrase: string): 'deadly' | 'cruel' | null {
  if (deadlyPhrases.test(phrase)) return 'deadly'
  return cruelPhrases.test(phrase) ? 'cruel' : null
}

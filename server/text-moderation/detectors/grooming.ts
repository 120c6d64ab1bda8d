import { compilePhrases } from './phrase-patterns.ts'

/*
 * Detects grooming: attempts to move a young person to another app, to make the person keep a secret, to meet
 * alone, to get pictures, or to offer something in exchange. The phrases are matched against text that
 * `normalizeForPhraseMatching` has normalised. In the normalised text, the word `photo` replaces words for
 * pictures and selfies, and `snap` and `insta` replace the full app names.
 */

const appNamePattern =
  '(snap|insta|discord|kik|telegram|whatsapp|wa|tele|wickr|skype|tiktok|facebook|messenger|signal|viber|line|omegle|twitter|x|wechat|onlyfans)'

const groomingPhrases = compilePhrases(`
(add|dm|pm|message|text|msg|write|hit|follow|call|find|contact|reach|hmu|hmu up) (me |us )?(up )?(on|at|in|via|over) (my )?${appNamePattern}
hmu (on )?${appNamePattern}
hmu
add (me|my) (on |as )?${appNamePattern}
(what is|whats|got|gimme|give me|send me|drop|need|have you got|do you have|you have|you got|you on|are you on|can i have|can i get) (a |your |you |ur )?${appNamePattern}( name| handle| id| user| username| account)?
${appNamePattern} (me|anyone|anybody|pls|please)
(chat|talk|continue|speak|move|switch) (to me |with me )?(on|over|to) ${appNamePattern}
(join|come to|come on) (my|our|the) (discord|telegram|whatsapp|kik|group chat|private group)
my (snap|insta|discord|kik|telegram|whatsapp|skype|number|phone number) is
(wapp|wsp|wattsapp) me
(number|snap|insta|discord|kik|telegram|whatsapp) (is )?in (my )?bio
(ask|add|text|message) me on (ngl|sendit|tellonym|yubo|wizz|bereal|locket)
(let us|lets|go|come|meet me|find me) (go )?on (ome tv|ometv|omegle|monkey|yubo|wizz|azar)
(dm|pm) me
(what is|whats|gimme|give me|send me|drop|can i have|can i get|want) your (phone )?(number|digits|cell|phone)
(send|show|give|post|share) (me )?(a |some |more |your |other |sexy |hot |private |cute )*(photo|photos|nudes|nude|body|feet) (of you|of your|please|private|just for me|END)
send (me )?(a |some |more |your |other |sexy |hot |private |cute )*(photos|nudes|nude)
(send|show) me (a |some |more )*(photo|photos) of (you|your|yourself)
can you send (me )?(a |some |your )*(photo|photos|video of you)
show (me |us )?(more of )?(your|you) (body|feet|chest|legs|stomach|room|face|underwear|bra)
(take|pull) off your (shirt|clothes|top|pants|bra)
(take it|strip) (all )?off for me
(turn|switch|put) on your (cam|camera|webcam)
(your|you) (cam|camera|webcam) (on )?for me
(video call|facetime|video chat) me (tonight|alone|now|later|private)
if you (video call|send|show|meet|facetime|call) me
(are|r) you (home |all )?alone( at home| right now| tonight| in your room)?
(home|house) alone (right )?now
are you (a )?virgin
how old are (you|u)( really| actually)? (and|END|where|cutie|baby|hun|beautiful)
how old are you (and )?(where|are)
(where|what city|what town|which city|which town) (exactly )?(do you|d you|you|are you) (live|from|located|stay)
(where are you|where you) from (END|exactly|cutie)
where do you live
where exactly do you
(what|which) school (do|are) you
what (is your|s your) address
(give|tell|send) me your (address|location|real name|full name)
END asl END
age (and )?(sex )?(and )?location
(dont|do not|never|promise not to|you cant|you must not) tell (your |ur )?(mom|parents|mother|dad|father|teacher|anyone|anybody|family|friends|nobody|a soul)
(our|your and my) (little )?secret
(please|us|and|we|must|should|just|can you|END) keep (it|this) (a |our |between |as our )*(secret|us|private)
keep (it|this|that) between us
(this|it) stays between (us|you)
(your|you) (mom|parents|mother|dad|father|family) (dont|doesnt|do not|does not|wont|wouldnt) (need|have) to know
(do|can|will|could) (your|you) (parents|mom|dad|mother|father) (check|see|read|look at|know about) (your|you)
promise (me )?(not to|you wont) (tell|say)
delete (this|these|the|our|your) (chat|messages|message|texts|after|when)
(somewhere|some place|someplace) (more )?(private|alone)
(talk|chat|speak|meet)( to me)? (in )?(private|privately)
(meet|see) (me|you|up) (after school |in person |in real life |irl |tonight |in secret )*(alone|in secret|in real life|irl|in person|somewhere|at my place|at the park)
(come|meet) alone
(want to|wanna|can we|should we|lets|let us) (meet|hang out) (up )?(in real life|irl|in person|alone|just us|somewhere)
come (over )?to my (place|house|room|apartment|flat|car|hotel)
(you are|you look|your|you) (so |very |really |way |much )*(mature|grown up|developed|older) (for your age|than (your age|1[0-9]|other))
(you are|you look) (older|more mature) than
(age is just|its just) a number
(want to|will you|would you|please) be (my|your) (boyfriend|girlfriend|sugar daddy|sugar baby|daddy|baby girl)
(do|have) you (have |got )?a (boyfriend|girlfriend)
(i could|let me|can i) be (yours|your (boyfriend|girlfriend|daddy))
(sugar) (daddy|baby|mommy)
(you are|your|you look|so|hey) (so |very |really )*(hot|sexy) (got|want|wanna|add|snap|babe|baby|for your)
(give|pay|send|buy|get|gift) (you )?(money|cash|robux|vbucks|v bucks|a phone|an iphone|a gift card|gift cards|skins|nitro|anything) (if|for (a |your |some )?(photo|photos|video|feet)|to (meet|see))
free (robux|vbucks|v bucks|nitro|skins|gift cards|money) (if|dm|add|just|link|here)
(i will|ill|i can|we) (buy|give|pay|get) you
(modeling|modelling|model|talent|casting) (scout|agent|agency|recruiter)
send (me )?your photos
(i am|im) (2[0-9]|3[0-9]|4[0-9]|5[0-9]) but
(want to|wanna) (see something|play a game|trade) (secret|private|promise|dirty)
18 (plus )?(discord|server|chat)
(schreib|adde|add|schick) (mir|mich|dir) (mal )?(auf|bei|in|uber|privat|ein bild|ein foto|bilder|fotos|nacktbilder|deine nummer)
(unser|kleines) (kleines )?geheimnis
(sag|erzahl) (es |das )?(niemandem|keinem|nicht deinen|deinen eltern nichts)
wie alt bist du und wo
wo (genau )?wohnst du
bist du (gerade )?(allein|alleine)( zuhause| zu hause| daheim)?
hast du (snap|insta|whatsapp|telegram|discord|kik|einen freund|eine freundin)
(deine|gib mir deine) (handynummer|telefonnummer|nummer)
(treffen|treff) (wir )?uns (allein|alleine|heimlich|mal privat)
(mandame|enviame|pasame|manda|envia|pasa) (una |un |unas |tu |tus )*(foto|fotos|numero|nudes|pack|whatsapp|telefono|direccion)
(agregame|anademe|escribeme|hablame|siguieme) (en|por|al) (snap|insta|whatsapp|telegram|discord|privado|wa)
no (le|se|les) (lo )?digas a (tus|nadie|tu)
(nuestro|es un) secreto
(donde|en que escuela|en que colegio) (vives|estudias|vas)
(estas|te quedas) sol[ao] en casa
cuantos anos tienes y
(envoie|envoi|montre|file|donne) (moi )?(une |un |des |ta |ton |tes )*(photo|photos|nude|nudes|snap|numero|adresse|corps|insta)
(ajoute|rajoute|ecris) (moi )?(sur|en) (snap|insta|whatsapp|telegram|discord|prive)
(dis|le dis|parle) (rien|pas) a (tes|personne|ta)
(notre|petit) (petit )?secret
(tu es|t es|tes) (toute )?seule? (chez toi|a la maison)
(ou|t) habites? ?(tu|ou)
(tu as|tas|t as) quel age
quel age as tu et
`)

/** Returns whether the text reads like grooming. */
export function detectGrooming(phrase: string): boolean {
  return groomingPhrases.test(phrase)
}

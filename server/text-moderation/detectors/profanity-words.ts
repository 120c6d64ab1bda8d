/*
 * Profanity that is checked in addition to the English list of the `obscenity` library. This list contains
 * words that `obscenity` lacks, replacements for `obscenity` patterns that also match harmless words, and
 * words in three more languages. Entries use normal spelling and are normalised before use. A star at the end
 * of an entry matches any ending.
 */

/**
 * The `obscenity` library lists these phrases, but this site ignores them, because they would cause harmless
 * text to be rejected. Most of the ignored phrases are also names, trades, health terms or words in other
 * languages.
 */
export const ignoredObscenityLibraryPhrases = new Set([
  'abo', // German "Abonnement"
  'anal', // German "Kanal"; "analysis"
  'anus',
  'arabush',
  'ass', // French "assez"; replaced below
  'chink', // "a chink in the armour"
  'cock', // part of names of places and people; replaced below
  'cum', // "cum laude"
  'dick', // also a first name; replaced below
  'dyke', // also a surname
  'fag', // German "Fagott"
  'fuck', // also matches `fu` and `fk`; replaced below
  'hooker', // a position in rugby
  'negro', // Spanish "negro" (black)
  'nigger', // matches parts of other words; replaced below
  'penis',
  'porn', // replaced below
  'retard', // French "retard" (delay); covered by bullying.ts
  'scat', // a style of singing
  'semen',
  'sex',
  'spastic',
  'tit', // also a bird; replaced below
  'vagina',
  'prick', // replaced below
])

/** Profanity that is matched only as a whole word. */
export const profaneWords = `
ass asses asshat asswipe jackass dumbass dumbasses fatass arse arsehole arseholes
anal cum cumming cumshot cock cocks cocksucker cocksucking cockhead
dick dicks dickhead dickheads dickface dickpic dickpics dickwad
prick pricks tit tits titties titty
fap fapping milf milfs dilf thot thots hoe hoes skank skanks
sex sexy sexting nudes
wanker wankers wank tosser tossers bellend knobhead minger slag slags
fag fags faggot faggots fagot dyke dykes tranny trannies
coon coons gook gooks kike kikes chink chinks paki pakis spic spics wetback
nigga niggas nigger niggers nigg
fuk fuker fuking fuc fuq fux phuck phuk fck fcuk fcking fking effing stfu gtfo
biatch biotch beotch btch bish
sht shyt
porn pr0n porno pornhub onlyfans
goddamn

hurensohn hurensöhne hure huren arschloch arschlöcher arsch fotze fotzen wichser wixer wixxer
schlampe schlampen missgeburt missgeburten schwuchtel schwuchteln spast spasti spasten
fick ficken fickt gefickt ficker fickdich verfickt verfickte scheisse scheiss beschissen verpiss
pisser schwanzlutscher nutte nutten bastard kanake kanaken neger

puta putas puto putos hijueputa hijoputa mierda cabrón cabrones cabrona gilipollas pendejo pendejos pendeja
joder jodan jódete coño polla pollas maricón maricones zorra culero verga chinga chingar chingada

connard connards connasse salope salopes pute putes putain enculé enculer enculés merde
foutre nique niquer niquez pédé pédés tapette couilles ntm fdp
`

/** Profanity that is matched anywhere in a word, because no harmless word contains it. */
export const profaneSubstrings = `
fuck motherfuck bullshit shithead shitt shitty bitch cunts faggot nigger nigga asshole arsehole
cocksuck dickhead hurensohn arschloch wichser hijodeputa
`

/** Pairs of words that form one profane word when joined. */
export const profaneWordsToMatchWhenSplit = new Set([
  'fuck',
  'fucker',
  'fuckers',
  'fucking',
  'shit',
  'bitch',
  'cunt',
  'nigger',
  'nigga',
  'faggot',
  'whore',
  'slut',
  'asshole',
  'motherfucker',
  'wanker',
  'bastard',
])

/** Profanity in which a star can replace a letter: `f*ck`, `sh**`. */
export const profaneWordsToMatchWhenCensored = [
  'fuck',
  'fucking',
  'fucker',
  'shit',
  'bitch',
  'slut',
  'cunt',
  'whore',
  'nigger',
  'nigga',
  'asshole',
  'dick',
  'pussy',
  'bastard',
  'bullshit',
]

/** Profane phrases in which each word is harmless on its own. */
export const profanePhrases = [
  /\b(?:suck|lick|eat) (?:on )?(?:my|his|a|your|some) (?:balls|ballz|nuts|d|dong|junk)\b/,
  /\bjerk(?:ing|s)? off\b/,
  /\bpiece of s(?:hit|h)\b/,
  /\bsuce ma\b/,
  /\bta gueule\b/,
  /\bhalt die fresse\b/,
  /\bhijo de (?:puta|perra)\b/,
  /\bva te faire (?:voir|mettre)\b/,
]

/** Harmless phrases that contain a profane word. Names come first. */
export const profanityExceptions = [
  /\b(?:dick) (?:van|clark|cheney|tracy|grayson|whittington|turpin|winters|dale|francis|smothers|fosbury|bruna)\b/,
  /\b(?:philip k|moby|private|mr|uncle|grandpa|coach|tom|my friend|sir) dick\b/,
  /\b(?:van|ms|mr|mrs|miss|the) dyke\b/,
  /\b(?:mr|mrs|ms|miss|dr) (?:cock|cocks|prick|fagg|hoe)\b/,
  /\b(?:great|blue|coal|marsh|willow|long tailed) tits?\b/,
  /\btit for tat\b/,
  /\bmagna cum laude\b|\b(?:summa )?cum laude\b/,
  /\bcock a doodle\b/,
  /\bsex (?:ed|education|pistols|and the city)\b|\b(?:opposite|same|both|the|female|male) sex\b/,
  /\b(?:spotted|moray) dick\b/,
  /\bgarden hoes?\b/,
  /\bpain de mie\b|\bune? bite de\b/,
]

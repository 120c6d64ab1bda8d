/*
 * Rude words beside the library's English ones: what it lacks, what it has too wide, and three languages more. Written as they are
 * spelled; `fold` makes them comparable. A star at the end: and whatever follows.
 */

/** Phrases of the library that would stop honest people here, most of them a word of another language, a name, a trade or health. */
export const ignoredLibraryPhrases = new Set([
  'abo', // Abonnement
  'anal', // Kanal, analysis
  'anus',
  'arabush',
  'ass', // assez; ours below
  'chink', // a chink in the armour
  'cock', // names of places and people; ours below
  'cum', // cum laude
  'dick', // names; ours below
  'dyke', // names
  'fag', // Fagott
  'fuck', // its `fu` and `fk`; ours below
  'hooker', // rugby
  'negro', // Spanish for black
  'nigger', // too short in part; ours below
  'penis',
  'porn', // ours below
  'retard', // French for late; cruelty knows it
  'scat', // a way to sing
  'semen',
  'sex',
  'spastic',
  'tit', // a bird; ours below
  'vagina',
  'prick', // ours below
])

/** Whole words. */
export const wholeProfanities = `
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

/** Wherever they stand in a word: nothing decent has them inside. */
export const embeddedProfanities = `
fuck motherfuck bullshit shithead shitt shitty bitch cunts faggot nigger nigga asshole arsehole
cocksuck dickhead hurensohn arschloch wichser hijodeputa
`

/** Two words next to each other that are one. */
export const splitProfanities = new Set([
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

/** What a star may stand for a letter in: `f*ck`, `sh**`. */
export const censoredProfanities = [
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

/** Several words that are rude only together. */
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

/** What the words above would hit, and is no rudeness. Names first. */
export const harmlessPhrases = [
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

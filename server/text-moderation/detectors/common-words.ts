/** Words that are not account names but often appear next to an app's name or before a full stop. */
const commonWords = new Set(
  `about account accounts actually after again album algorithm alone already also always amazing anime another anyone anything anyway
  app apps archive area audio aware away awesome baby back band beat beats beautiful because been before best better bigger bits blew boy
  boys brand break bring bros business came camera cant caption captions care change channel channels chat chats check city class clean clip
  clips club clout coded come comedy comes comment comments cool core could cover covers crazy cringe crowd cute daily dance dances dark
  date days dead deal death decision deleted deserves desktop detox didnt diff does doesnt done dont drama dream drive drop drops dude
  during easy edit edits editor else emoji emojis energy even ever every everyone everything exactly face facts fake fame famous fans
  fast feature features feed feel feels feet fight film filmed films filter filters final find fine fingers fire first five food four frame free
  friend friends from full fund funny game games gang garbage gets girl girls give glad goal goals goat goes gold gone good great group
  groups guitar guys half happy hard hashtag hashtags hate have haha head hear heart hello help here hey high hits hold home hope house huge
  icon idea idol idols images influencer insane inside instead intro isnt join joke just keep kick kids kind king knows last late later
  laugh layout lens less level library life like liked likes line lines link links list live lives lmao loading logo lol long look looks lose
  loud love loved loves made magic make makes many material maybe mean media meme memes merch message messages mine minute minutes mode model
  models moment moments money more most move moves movie much music must name need needs neon never news next nice night nitro noise none
  nope norm nothing notes numbers often okay once ones online only open opens ours outro over page pages paint part people perfect person phone
  photo photos pics picture piece place plan play played plays please podcast poll popular post posts power pretty princess privacy private
  problem prob pure push queen quick quite quote rage rant ready real really reel reels remix right rules said same saw says scenes school
  scroll seen server servers several share shared shop short shorts shot shots should show shows shut side simple since skip slang slow
  small snap snaps some someone something song songs soon sorry sound sounds spam speed spooky stage star stars start status stay
  stickers still stop stops stories story streak streaks stream streams strength strong study stuff style styles such sure sync take takes talk talks team tell
  terrible than thank thanks that thats the their them theme then there these they thing things think this those though thread threads three
  thumb till time times today together told tomorrow tonight tons took toxic track trailer tram trap trash trend trends trendy tried true trust
  turn turns tutorial tutorials type ugly until update updates upload uploads used user users very vibe vibes video videos viral view views
  voice vote wait wants wave ways week well went were what whats when where which while whole whom will wins wish with without wonder word words
  work works world worse worst worth worthy would wouldnt wrong year years yesterday your yours youth zone season scary halloween night
  also aesthetic quality content face photoshoot photographer trip bait culture girl famous ready material version versus call calls
  auch aber alle alles beim bild bilder bist danach dann dass dein deine denn doch dort echt eine einen einfach ende etwas film ganz geht
  genau gern gibt gut habe haben halt hast hier immer jetzt kann kein keine kommt leute macht mehr mein meine mich mies musik nach nicht nichts
  noch nochmal nutzt oder ohne richtig schon schlecht sehr sein seine seite sind soll tanz tanze toll trends und unser viel vielleicht warum wegen weil wenn wieder
  wird zeit zum pour avec dans mais plus tout tous tres trop bien comme etait fait mieux moins mort nous quand sans sont sera suis toujours vous vraie
  pero para como esta este esto todo todos muy mejor peor nada nunca porque siempre solo tambien tiene video videos bueno gracias`.split(
    /\s+/,
  ),
)

/** Word endings that do not occur in account names. */
const commonEndings =
  /(?:ing|ings|tion|tions|ment|ments|ness|able|ible|ful|less|ous|ated|ised|ized|ally|ically|ably|ists?|ers|ised|ship|ism|ity|ies|ably|ward|wards|ents|ants|ogue|ige|isch|lich|ung|ungen|keit|heit|mente|cion|ciones)$/

/** Estimates whether a word is an ordinary word and not an account name, without using a dictionary. */
export function isCommonWord(word: string): boolean {
  return (
    word.length < 4 ||
    commonWords.has(word) ||
    commonEndings.test(word) ||
    commonWords.has(word.replace(/(?:ed|ly|s)$/, ''))
  )
}

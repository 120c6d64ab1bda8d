/*
 * The words of titles, descriptions and names, most common first. The syllables in `inventedNameSyllables`
 * can be combined into about thirty thousand invented names, so some words occur in only a handful of titles.
 */

const words = (text: string) => text.trim().split(/\s+/)
const lines = (text: string) => text.trim().split('\n')

export const titleAdjectives = words(`
  Last Little Secret Golden Midnight Lost Quiet Wild Paper Summer Broken Electric Hidden Tiny Silver Empty Crooked Borrowed
  Frozen Velvet Hollow Crimson Restless Invisible Sleepy Stubborn Burning Curious Plastic Distant Foggy Humble Glowing Awkward
  Rusty Lucky Gentle Spare Honest Sideways Clumsy Ancient Bitter Cosmic Dizzy Eager Fearless Giant Happy Icy Jagged Kind Loud
  Magnetic Nervous Orange Patient Quick Rainy Salty Tangled Unlikely Violet Wandering Yellow Zigzag Brave Copper Dusty Endless
  Feathered Grumpy Homemade Inside-Out Jolly Knitted Lonesome Marble Noisy Overdue Peculiar Quarter Rebel Sugar Thirsty
  Underwater Vintage Wooden Accidental Backwards Cardboard Double Emerald Forgotten Graceful Haunted Impossible`)

export const titleNouns = words(`
  Summer Dance Night Rain Friends Kitchen Window Guitar River Bicycle Garden Letter Shadow Mirror Skateboard Bus Lantern Ocean
  Basement Robot Cinema Pancake Moon Notebook Harbour Balcony Radio Umbrella Piano Orchard Thunder Backpack Staircase Compass
  Sandwich Satellite Firefly Library Trampoline Violin Volcano Penguin Sunday Locker Corridor Elevator Blanket Telescope
  Cassette Marathon Drummer Puppet Lighthouse Carousel Snowfall Meadow Tunnel Postcard Museum Detective Magician Astronaut
  Caretaker Neighbour Stranger Grandmother Brother Sister Teacher Goalkeeper Gardener Baker Pirate Dragon Ghost Monster Giant
  Hamster Tortoise Fox Otter Sparrow Octopus Dolphin Butterfly Beetle Wolf Camera Keyboard Headphones Sneakers Jacket Pocket
  Button Candle Mattress Wardrobe Teapot Spoon Cereal Noodle Dumpling Mango Avocado Cinnamon Popcorn Waffle Lemonade Biscuit
  Origami Graffiti Mosaic Sculpture Painting Sketch Melody Chorus Rhythm Echo Lullaby Anthem Remix Harmony Beatbox Freestyle
  Cartwheel Backflip Handstand Juggling Chess Domino Puzzle Riddle Maze Treasure Map Island Desert Canyon Glacier Waterfall
  Horizon Galaxy Comet Asteroid Eclipse Aurora Gravity Magnet Battery Circuit Rocket Submarine Helicopter Tractor Caravan Ferry
  Railway Platform Crossing Rooftop Courtyard Attic Greenhouse Workshop Laboratory Gymnasium Cafeteria Playground Stadium
  Campfire Tent Hammock Kayak Surfboard Snowboard Helmet Whistle Trophy Medal Birthday Holiday Monday Homework Detention Recess
  Semester Graduation Audition Rehearsal Premiere Intermission Encore Spotlight Curtain Costume Mask Script Trailer Sequel
  Blueprint Diary Almanac Dictionary Typewriter Envelope Stamp Parcel Suitcase Passport Ticket Souvenir Kaleidoscope Metronome
  Xylophone Accordion Ukulele Saxophone Trombone Tambourine Harmonica`)

export const placeNames = words(`
  Lisbon Nairobi Oslo Lima Kyoto Dublin Tampere Accra Bergen Porto Manila Toronto Leeds Zagreb Cusco Tallinn Cork Lyon Malmö
  Bristol Ghent Izmir Riga Hobart Kraków Valencia Rennes Dakar Busan Quito Tromsø Galway`)

export const firstNames = words(`
  Mika Juno Theo Nadia Oskar Priya Kai Zed Marisol Ines Sam Ruth Lena Amir Yuki Noor Felix Tara Mateo Freya Jonas Aisha Luca Emma
  Ravi Chloe Ivan Sofia Malik Greta Hugo Leila Nico Anya Dario Wanda Elias Zoe Omar Clara Finn Hana Pablo Rosa Tariq Vera Anton
  Bea Cyrus Dina Emil Fatou Gus Heidi Ismael Jade Kofi Lotte Milo Nia Otto Paula Quinn Rafa Signe Tomas Uma Viktor Willa Xenia
  Yara Zane`)

export const lastNames = words(`
  Lindqvist Abara Marchetti Rahmani Blom Nair Tamura Okafor Vega Duarte Whitlock Adeyemi Berg Costa Dlamini Eriksen Fontaine Gupta
  Haddad Ivanova Jensen Kowalski Lopez Murphy Novak Olsen Pereira Quist Rossi Sato Tanaka Usman Virtanen Weber Yilmaz Zeller`)

/** Syllables of invented names. A name consists of three syllables. */
export const inventedNameSyllables = [
  words(
    `Vel Tas Mor Quin Bra Lis Dor Fen Gal Hav Ix Jor Kel Lum Nar Ost Pel Rov Sil Tor Ul Ven Wex Yar Zan Aru Bel Cas Dru Eri`,
  ),
  words(`mo ta ri lo va ne su ki ra de po li ga mi to ze fa nu be co di ru sha ve wo ya zi ho ju pe`),
  words(
    `ra quin dor lith mar na stow bel gard nia vex ton wick li sand mere lo thal dun ka rin vale zar bo sk ti gorn wyn fell ux`,
  ),
] as const

export const descriptionSentences = lines(`
Filmed in one afternoon with my phone and a lot of tape.
Thank you for watching, it means the world.
Made with friends after school.
Took three weeks and about a hundred tries.
No {noun} was hurt.
We are {name} and {friend}, and this is what we do on Sundays.
The {adj} bits were my brother's idea.
Recorded in {place}, edited on the bus.
Part of a series; the next one comes on Friday.
Tell me what I should try next!
My grandmother knitted the {noun}.
For the school festival in {place}.
Inspired by {rare}, if you know you know.
The song at the end is our own.
First time with the new microphone.
Subtitles follow when I find the time.
Shot entirely in a {noun}.
I learned this from {name}, who is much better at it.
Watch it with headphones.
Look out for the {noun} in the background.
All mistakes are mine.
The {rare} scene was the hardest.
If you liked it, show it to someone who needs a smile.
Thanks to everybody in {place} who helped.`)

export const commentTexts = lines(`
how is this only your second upload
the {noun} at the end got me
showing this to my whole class tomorrow
please never stop making these
my sister says hi and also that this is better than tv
wait I know that street, is it {place}?
this made my monday
part 2 when
you can tell how much work this was
the little details!! I keep finding new ones
saving this for a bad day
ONE take?? no way
on repeat since yesterday
{name} sent me here and I am glad
{adj} and {adj}, I love it
trying this after school, wish me luck
who did the sound? so good
first!
same
the {noun} deserves its own show
I cried, then I laughed, then I cried
teach us the middle part
hello from {place}`)

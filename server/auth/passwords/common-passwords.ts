/**
 * The passwords that attackers try first. This list does not contain all breached passwords, but it contains
 * the weakest ones.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
123456 1234567 12345678 123456789 1234567890 0123456789 987654321 654321 password password1
password12 password123 passw0rd p@ssword p@ssw0rd qwerty qwerty1 qwerty12 qwerty123 qwertyuiop
qwertz qwertz123 azerty azerty123 asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm 1q2w3e 1q2w3e4r
1q2w3e4r5t 1qaz2wsx qazwsx abc123 abcd1234 abcdef abcdefg abcdefgh a1b2c3 a1b2c3d4 iloveyou
iloveyou1 iloveu loveme princess princess1 dragon monkey football football1 baseball basketball
soccer sunshine sunshine1 superman batman starwars pokemon minecraft roblox fortnite naruto michael
michelle jordan jordan23 jessica ashley hannah charlie daniel andrew welcome welcome1 welcome123
letmein letmein1 admin123 administrator login123 master shadow shadow1 killer trustno1 whatever
secret secret1 changeme default freedom flower flowers cookie cookies chocolate summer summer2024
summer2025 summer2026 winter winter2024 winter2025 winter2026 purple orange yellow rainbow butterfly
computer internet samsung google google1 youtube facebook instagram snapchat tiktok tiktok123
spotify hello123 hello1 hellohello school school1 student student1 teacher 111111 222222 333333
444444 555555 666666 777777 888888 999999 000000 11111111 00000000 121212 123123 123123123 123321
112233 131313 159753 147258 147258369 696969 789456 789456123 102030 test123 test1234 testtest
testing tester asdasd asdasd123 qweqwe qweasd qweasdzxc zaq12wsx zaq1zaq1 bailey buster pepper
ginger maggie tigger taylor taylor1 harley ranger hunter hunter2 afterbell afterbell1 afterbell123
teenager highschool bestfriend family family1 mother father lovely babygirl babygirl1 angel1 angels
jesus1 blessed nothing blink182 matrix
`
    .trim()
    .split(/\s+/),
)

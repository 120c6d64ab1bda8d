export const completeSocialSignUpMessages = {
  title: 'Almost in',
  description: 'Three more questions, then you are in.',
  poster: 'Almost in.',
  text: 'Under 18, the world sees your username and nothing else.',
  heading: 'Three more questions',
}

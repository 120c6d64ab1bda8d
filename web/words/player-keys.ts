/** The sheet behind `?`. */
export const words = {
  title: 'Keys',
  space: 'Space',
  togglePlay: 'Play or pause',
  skip10: 'Back or on by 10 seconds',
  skip5: 'Back or on by 5 seconds',
  volume: 'Volume',
  mute: 'Mute',
  tenth: 'Jump to a tenth of the video',
  rate: 'Slower or faster',
  frame: 'One frame back or on',
  fullscreen: 'Full screen',
  theatre: 'Theatre',
  captions: 'Captions',
  pip: 'Picture in picture',
  sheet: 'This list',
}

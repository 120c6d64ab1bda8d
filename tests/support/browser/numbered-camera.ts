import type { Page } from '@playwright/test'

/*
 * A fake camera whose frames show the time at which they were captured. The time is a 16-bit number: each bit
 * is a vertical bar, with the lowest bit on the left. The number counts hundredths of a second, and starts
 * again at 0 after 655 s.
 */

export interface PictureSize {
  width: number
  height: number
}

/** Replaces a page's camera and microphone with fakes. The microphone plays a quiet tone. */
export async function installNumberedCamera(page: Page, size: PictureSize): Promise<void> {
  await page.addInitScript(({ width, height }) => {
    navigator.mediaDevices.getUserMedia = async ({ video, audio } = {}) => {
      const stream = new MediaStream()
      if (video) {
        const canvas = document.createElement('canvas')
        Object.assign(canvas, { width, height })
        const pen = canvas.getContext('2d')!
        setInterval(() => {
          const number = Math.floor(Date.now() / 10) % 65_536
          for (let bit = 0; bit < 16; bit += 1) {
            pen.fillStyle = (number >> bit) & 1 ? '#ffffff' : '#000000'
            pen.fillRect((bit * width) / 16, 0, width / 16 + 1, height)
          }
        }, 33)
        for (const track of canvas.captureStream(30).getTracks()) stream.addTrack(track)
      }
      if (audio) {
        const context = new AudioContext()
        const tone = context.createOscillator()
        const volume = context.createGain()
        volume.gain.value = 0.2
        const output = context.createMediaStreamDestination()
        tone.connect(volume).connect(output)
        tone.start()
        // Without this reference, the browser may garbage-collect the nodes, which would stop the sound.
        Object.assign(window, { testSound: [context, tone, volume, output] })
        for (const track of output.stream.getTracks()) stream.addTrack(track)
      }
      return stream
    }
  }, size)
}

/** Reads the number in the frame that a page's video is showing. Returns null if the frame is black. */
export function readPictureNumber(page: Page): Promise<number | null> {
  return page.evaluate(readNumberInPage)
}

/** `readPictureNumber` as code that runs in the page. It must not use anything outside of it. */
export function readNumberInPage(): number | null {
  const video = document.querySelector('video')
  if (!video || video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 160, height: 10 })
  const pen = canvas.getContext('2d')!
  pen.drawImage(video, 0, 0, 160, 10)
  const { data } = pen.getImageData(0, 5, 160, 1)
  let number = 0
  for (let bit = 0; bit < 16; bit += 1) if (data[4 * (10 * bit + 5) + 1]! > 128) number += 2 ** bit
  return number || null
}

/**
 * Returns the age, in milliseconds, of the frame that a page's video is showing (the glass-to-glass latency).
 */
export async function measurePictureAge(page: Page): Promise<number | null> {
  const number = await readPictureNumber(page)
  return number === null ? null : computePictureAge(number, Date.now())
}

/** Returns the age of a frame at a time, in milliseconds. */
export function computePictureAge(number: number, at: number): number {
  return 10 * (((Math.floor(at / 10) % 65_536) - number + 65_536) % 65_536)
}
